// Bottle and Consolidated cellar entry, compared with the document's tables over the whole demo cellar.
import { expect, test } from 'vitest'
import { expectShape, listOf } from '../support/fields.ts'
import { demoService } from '../support/service.ts'
import { bottle, consolidatedEntry } from './document-tables.ts'

type Bottle = { id: number; box: string | null; format: string; 'wine-id': number; detail: string | null }
type Entry = {
  id: number
  format: string
  quantity: number
  boxes?: Record<string, number>
  'wine-price': string
  'wine-comment': string
}

const { read, owner, stranger, pool } = await demoService()

/** All free bottles of an owner: the demo has fewer than two pages of a thousand. */
async function everyBottle(keys = owner): Promise<Bottle[]> {
  const pages = await Promise.all([1, 2, 3].map((page) => bottlesOf(page, keys)))
  return pages.flat()
}
const bottlesOf = (page: number, keys = owner) =>
  read<Bottle[]>(`/v1/bottles?count=1000&page=${page}`, { keys })

const byWineAndFormat = (bottles: Bottle[]) =>
  Map.groupBy(bottles, (each) => `${each['wine-id']} ${each.format}`)
const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)

test.each([['the collector', owner] as const, ['the merchant', stranger] as const])(
  'every bottle of %s has the fields of the table',
  async (_who, keys) => {
    const bottles = await everyBottle(keys)
    expect(bottles.length).toBeGreaterThan(500)
    expectShape(bottles, listOf(bottle))
    for (const filled of ['detail', 'box', 'ranking', 'description'] as const)
      expect(
        new Set(bottles.map((each) => (each as Record<string, unknown>)[filled] === null)),
        filled,
      ).toEqual(new Set([true, false]))
  },
)

test('future bottles have the same fields', async () => {
  const bottles = await read<Bottle[]>('/v1/bottles?future=1&count=1000')
  expect(bottles.length).toBeGreaterThan(10)
  expectShape(bottles, listOf(bottle))
})

test('a bottle read by its id is the record of the list', async () => {
  const bottles = [...(await bottlesOf(1)).slice(0, 5), ...(await read<Bottle[]>('/v1/bottles?future=1'))]
  for (const each of bottles) expect(await read(`/v1/bottles/${each.id}`)).toEqual(each)
})

test('a reserved bottle can be read by its id, one that has left cannot', async () => {
  const [reserved, gone] = await Promise.all(
    [`state = 'stored' and order_id is not null`, `state = 'gone'`].map((condition) =>
      pool.query<{ id: number }>(`select id from bottles where account_id = 1 and ${condition} limit 1`),
    ),
  )
  expectShape(await read(`/v1/bottles/${reserved?.rows[0]?.id}`), bottle)
  await expect(read(`/v1/bottles/${gone?.rows[0]?.id}`)).rejects.toThrow('404')
})

test.each([['the collector', owner] as const, ['the merchant', stranger] as const])(
  'every consolidated entry of %s has the fields of the table',
  async (_who, keys) => {
    const entries = await read<Entry[]>('/v1/bottles/consolidated', { keys })
    expectShape(entries, listOf(consolidatedEntry))
    expect(new Set(entries.map((each) => 'boxes' in each))).toEqual(new Set([true, false]))
    expect(new Set(entries.map((each) => each['wine-price'] === '-'))).toEqual(new Set([true, false]))
    expect(new Set(entries.map((each) => each['wine-comment'] === ''))).toEqual(new Set([true, false]))
  },
)

test('the consolidated cellar counts exactly the bottles of the list', async () => {
  const groups = byWineAndFormat(await everyBottle())
  const entries = await read<Entry[]>('/v1/bottles/consolidated')
  expect(entries.map((each) => `${each.id} ${each.format}`).toSorted()).toEqual([...groups.keys()].toSorted())
  for (const entry of entries) {
    const bottles = groups.get(`${entry.id} ${entry.format}`) ?? []
    expect(entry.quantity, JSON.stringify(entry)).toBe(bottles.length)
    const boxed = bottles.filter((each) => each.box !== null)
    const counted = Object.fromEntries(
      [...Map.groupBy(boxed, (each) => String(each.box))].map(([code, inIt]) => [code, inIt.length]),
    )
    expect(entry.boxes ?? {}).toEqual(counted)
    expect(sum(Object.values(entry.boxes ?? {}))).toBeLessThanOrEqual(entry.quantity)
    if (entry.boxes) expect(Object.keys(entry.boxes)).not.toHaveLength(0)
  }
})

test('price and comment of an entry are those that were noted on its wine and format', async () => {
  type Note = { 'wine-id': number; format: string; price?: string; comment?: string }
  const [prices, comments, entries] = await Promise.all([
    read<Note[]>('/v1/wine-prices'),
    read<Note[]>('/v1/wine-comments'),
    read<Entry[]>('/v1/bottles/consolidated'),
  ])
  for (const entry of entries) {
    const isIts = (note: Note) => note['wine-id'] === entry.id && note.format === entry.format
    expect(entry['wine-price']).toBe(prices.find(isIts)?.price ?? '-')
    expect(entry['wine-comment']).toBe(comments.find(isIts)?.comment ?? '')
  }
})
