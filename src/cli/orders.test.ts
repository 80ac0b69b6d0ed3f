// Orders on the command line, against a running service.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { checksumOf } from '../../test/support/checksum.ts'
import { demoService } from '../../test/support/service.ts'
import { StartRefusal } from '../start-refusal.ts'
import { ordersCommand } from './orders.ts'

const { origin, owner, readV2, pool } = await demoService()
const printed: string[] = []
const complained: string[] = []
beforeEach(() => {
  vi.stubEnv('CELLAR_URL', origin)
  vi.stubEnv('CELLAR_TOKEN', owner.bearerToken)
  complained.length = 0
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
  vi.spyOn(console, 'error').mockImplementation((line: string) => void complained.push(line))
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

async function run(...args: string[]) {
  printed.length = 0
  const code = await ordersCommand.run(args)
  return { code, text: printed.join('\n'), complaint: complained.join('\n') }
}

type Order = {
  id: number
  content: { reference: string; quantity: number }[]
  address: Record<string, string | null> | null
}
const rows = await readV2<{ reference: string; wine: string; box: string }[]>('/bottles')
const loose = rows.filter(({ box }) => box === 'bottles')
const [first = '', second = ''] = loose.map(({ reference }) => reference)
const orderLine = (reference: string, quantity = '1') => ['--reference', reference, '--quantity', quantity]

test('list shows a page of the newest, and how many there are', async () => {
  const all = await readV2<Order[]>('/orders?count=1000')
  const { code, text } = await run()
  expect([code, text]).toEqual([
    0,
    expect.stringMatching(/^ *Id {2}Status +Delivery +Bottles {2}To +Reference\n/),
  ])
  expect(text.split('\n').at(-1)).toBe(`${all.length} of ${all.length} orders.`)
  expect((await run('list', '--page', '2', '--count', '3')).text).toMatch(
    new RegExp(`\\n *${all[3]?.id} {2}[A-Z]+ +\\d{4}-\\d\\d-\\d\\d `),
  )
  expect(JSON.parse((await run('list', '--all', '--json')).text)).toEqual(all)
  expect((await run('list', '--page', '999')).text).toBe(`No orders on this page; there are ${all.length}.`)
})

describe('create', () => {
  test('orders lines to an address, and show tells the order', async () => {
    const { code, text } = await run(
      ...['create', ...orderLine(first), ...orderLine(second), '--firstname', 'Zoé', '--lastname', 'Martin'],
      ...['--street1', '1 rue de la Paix', '--city', 'Paris', '--zipcode', '75002', '--vat-number', 'FR1'],
      ...['--date', '2026-11-30', '--start', '08:00', '--end', '12:00', '--comment', 'Ring twice'],
      ...['--own-reference', 'W-1'],
    )
    expect(code).toBe(0)
    expect(text).toMatch(/^Order +(\d+)\nStatus +NEW\nReference +W-1\nDelivery +2026-11-30 08:00-12:00\n/)
    expect(text).toContain('To         Zoé Martin, 1 rue de la Paix, 75002 Paris, FR\nComment    Ring twice')
    const [, id = ''] = /^Order +(\d+)/.exec(text) ?? []
    const order = await readV2<Order>(`/orders/${id}`)
    expect(order.address).toMatchObject({ lastname: 'Martin', vat_number: 'FR1', country: 'FR' })
    expect(order.content.map(({ reference }) => reference).toSorted()).toEqual([first, second].toSorted())
    expect((await run('show', id)).text).toBe(text)
    expect(JSON.parse((await run('show', id, '--json')).text)).toEqual(order)
  })

  test('is a pick-up without an address', async () => {
    const { text } = await run('create', ...orderLine(loose[2]?.reference ?? ''))
    expect(text).toMatch(/\nTo +pick-up\n/)
  })

  test('--partial takes what is there and says what is short', async () => {
    const { code, text } = await run('create', ...orderLine(loose[3]?.reference ?? '', '9999'), '--partial')
    expect([code, text]).toEqual([
      0,
      expect.stringMatching(/Wine \d+ in [\d.]+: \d+ of 9999 bottles were there\.$/),
    ])
  })

  test('more than there is is refused with the details, and nothing is written', async () => {
    const reference = loose[4]?.reference ?? ''
    const before = await checksumOf(pool)
    const { code, complaint } = await run('create', ...orderLine(reference, '9999'))
    expect(code).toBe(1)
    expect(complaint).toMatch(
      /^Vous ne pouvez pas sortir plus de .* \(quantity_unavailable, request .*\)\n {2}content\./,
    )
    expect(await checksumOf(pool)).toEqual(before)
  })
})

test('delete frees the bottles, once', async () => {
  const { text } = await run('create', ...orderLine(loose[5]?.reference ?? ''), '--json')
  const { id } = JSON.parse(text) as Order
  expect(await run('delete', String(id))).toMatchObject({
    code: 0,
    text: `Order ${id} is deleted, and its bottles are free.`,
  })
  const again = await run('delete', String(id))
  expect([again.code, again.complaint]).toEqual([1, expect.stringContaining('(not_found, request ')])
})

test.each<[string[], string]>([
  [['paint'], 'Orders can be listed, shown, created and deleted.'],
  [['toString'], 'Orders can be listed, shown, created and deleted.'],
  [['list', 'all'], '"all" is one word too many.'],
  [['list', '--page', 'two'], '--page is a whole number, not "two".'],
  [['show'], 'Say which order'],
  [['show', 'x'], 'The id of an order is a whole number, not "x".'],
  [['delete', '1', '2'], '"2" is one word too many.'],
  [['create'], 'An order needs bottles'],
  [['create', '--reference', first], 'Every --reference has its --quantity: here are 1 and 0.'],
  [['create', ...orderLine(first, '0')], '--quantity is a number of bottles, not "0".'],
  [['create', ...orderLine(first, '1.5')], '--quantity is a number of bottles, not "1.5".'],
  [['list', '--colour'], "Unknown option '--colour'"],
])('%j is refused by a sentence before anybody is asked', async (args, sentence) => {
  vi.stubEnv('CELLAR_URL', 'http://127.0.0.1:9')
  const error = await ordersCommand.run(args).catch((each: unknown) => each)
  expect(error).toBeInstanceOf(StartRefusal)
  expect((error as Error).message).toContain(sentence)
})
