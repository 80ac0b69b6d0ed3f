import { decimal, int, orNull, text } from '../../db/statement.ts'

export type Wine = {
  id: number
  name: string
  color: string
  country: string
  region: string
  appellation: string
  ranking: string | null
  description: string | null
  vintage: number
  alcohol: number
}

/** The columns of a wine for any statement that joins `wines w`. */
export const wineColumns = `w.id as "wineId", w.name as "wineName", w.color, w.country, w.region, w.appellation, w.ranking,
  w.description, w.vintage, w.alcohol`
export const wineRow = {
  wineId: int,
  wineName: text,
  color: text,
  country: text,
  region: text,
  appellation: text,
  ranking: orNull(text),
  description: orNull(text),
  vintage: int,
  alcohol: decimal,
}

type WineRow = Omit<Wine, 'id' | 'name' | 'alcohol'> & { wineId: number; wineName: string; alcohol: string }

export const toWine = (row: WineRow): Wine => ({
  id: row.wineId,
  name: row.wineName,
  color: row.color,
  country: row.country,
  region: row.region,
  appellation: row.appellation,
  ranking: row.ranking,
  description: row.description,
  vintage: row.vintage,
  alcohol: Number(row.alcohol),
})
