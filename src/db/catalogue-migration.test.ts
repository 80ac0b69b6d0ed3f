import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { blankDatabase } from '../../test/support/blank-database.ts'

const folder = new URL('./migrations/', import.meta.url)
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()

test('warehouses that were there before hours and slots get the usual ones', async () => {
  const pool = (await blankDatabase()).openPool()
  const apply = (name: string) => pool.query(readFileSync(new URL(name, folder), 'utf8'))
  for (const name of files.filter((each) => each < '0010')) await apply(name)
  await pool.query(
    `insert into warehouses (name, public_name, street1, city, zipcode, country, created_at)
     values ('Chai', 'Chai', '1 rue', 'Chablis', '89800', 'FR', now())`,
  )
  await apply('0010-catalogue.sql')
  const { rows: hours } = await pool.query(
    `select weekday, string_agg(opens || '-' || closes, ' ' order by opens) as spans from warehouse_hours group by 1 order by 1`,
  )
  const spans = '08:00:00-12:00:00 13:00:00-17:00:00'
  expect(hours).toEqual([1, 2, 3, 4, 5].map((weekday) => ({ weekday, spans })))
  const { rows: slots } = await pool.query(
    `select handover, string_agg(position || ' ' || starts || '-' || ends, ', ' order by position) as spans
     from warehouse_slots group by 1 order by 1`,
  )
  const promised = '1 08:00:00-12:00:00, 2 13:00:00-18:00:00'
  expect(slots).toEqual(['delivery', 'pickup'].map((handover) => ({ handover, spans: promised })))
})
