import type { Goods } from '../catalogue/goods.ts'

export type SeenLine = Goods & { accountId: number; quantity: number }

/** A bottle that lay at the location when it was counted. `isHere` tells whether it does so still. */
export type ShelfBottle = Goods & {
  accountId: number
  id: number
  orderId: number | null
  storedAt: Date
  isHere: boolean
}

/** A bottle whose code was read, and where the ledger had it then; one that moved afterwards is left where it is now. */
export type ScannedBottle = Goods & {
  accountId: number
  id: number
  orderId: number | null
  warehouseId: number | null
  place: 'here' | 'elsewhere' | 'lost' | 'moved since'
}

export type Difference = Goods & {
  accountId: number
  expected: number
  seen: number
  lostIds: number[]
  movedIds: number[]
  recoveredIds: number[]
  newCount: number
}

export type Comparison = {
  differences: Difference[]
  lost: ShelfBottle[]
  moved: ScannedBottle[]
  recovered: ScannedBottle[]
  found: SeenLine[]
}

export type Counted = {
  shelf: readonly ShelfBottle[]
  scanned: readonly ScannedBottle[]
  lines: readonly SeenLine[]
}

type Owned = Goods & { accountId: number }
const keyOf = ({ accountId, wineId, formatMl, boxCode }: Owned) =>
  `${accountId} ${wineId} ${formatMl} ${boxCode}`

const freeAndOldestFirst = (one: ShelfBottle, other: ShelfBottle) =>
  Number(one.orderId !== null) - Number(other.orderId !== null) ||
  one.storedAt.getTime() - other.storedAt.getTime() ||
  one.id - other.id

/**
 * What a count comes to. A bottle whose code was read stands for itself: it is here, or it is moved here, or it has turned up.
 * Those seen without a code stand for the rest of the same goods: fewer of them than there should be are lost, the free ones
 * first, and more are found. Nothing is read here and nothing written.
 */
export function compareCount({ shelf, scanned, lines }: Counted): Comparison {
  const goodsByKey = new Map(
    [...shelf, ...scanned, ...lines].map((goods): [string, Owned] => [keyOf(goods), goods]),
  )
  const shelves = Map.groupBy(shelf, keyOf)
  const scans = Map.groupBy(scanned, keyOf)
  const seenLines = Map.groupBy(lines, keyOf)
  const all = [...goodsByKey].map(([key, goods]) =>
    compareGoods(goods, {
      shelf: shelves.get(key) ?? [],
      scanned: scans.get(key) ?? [],
      lines: seenLines.get(key) ?? [],
    }),
  )
  return {
    differences: all.map(({ difference }) => difference).filter(isDifferent),
    lost: all.flatMap(({ lost }) => lost),
    moved: all.flatMap(({ moved }) => moved),
    recovered: all.flatMap(({ recovered }) => recovered),
    found: all.flatMap(({ found }) => found),
  }
}

function compareGoods(
  { accountId, wineId, formatMl, boxCode }: Owned,
  { shelf, scanned, lines }: Counted,
): Omit<Comparison, 'differences'> & { difference: Difference } {
  const goods = { accountId, wineId, formatMl, boxCode }
  const read = new Set(scanned.map(({ id }) => id))
  const unread = shelf.filter(({ id }) => !read.has(id))
  const unreadSeen = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const lost = unread
    .filter(({ isHere }) => isHere)
    .sort(freeAndOldestFirst)
    .slice(0, Math.max(0, unread.length - unreadSeen))
  const moved = scanned.filter(({ place }) => place === 'elsewhere')
  const recovered = scanned.filter(({ place }) => place === 'lost')
  const newCount = Math.max(0, unreadSeen - unread.length)
  const onShelf = new Set(shelf.map(({ id }) => id))
  const readHere = scanned.filter(({ id, place }) => place !== 'moved since' || onShelf.has(id))
  return {
    lost,
    moved,
    recovered,
    found: newCount > 0 ? [{ ...goods, quantity: newCount }] : [],
    difference: {
      ...goods,
      expected: shelf.length,
      seen: unreadSeen + readHere.length,
      lostIds: lost.map(({ id }) => id),
      movedIds: moved.map(({ id }) => id),
      recoveredIds: recovered.map(({ id }) => id),
      newCount,
    },
  }
}

const isDifferent = ({ expected, seen, lostIds, movedIds, recoveredIds }: Difference) =>
  expected !== seen || lostIds.length + movedIds.length + recoveredIds.length > 0
