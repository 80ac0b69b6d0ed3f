// Whichever version makes an order, both read the same: random orders through each, compared field by field.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { demoService } from '../support/service.ts'

const { callV2, readV2, call, read } = await demoService()

type Line = { id: number; format: number; box: string; reference: string; quantity: number }
type Wire = Record<string, unknown>
const cellar = (await readV2<Line[]>('/bottles')).filter(({ quantity }) => quantity > 20).slice(0, 12)

const text = fc.option(
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .map((each) => `a${each.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')}z`),
)
const anOrder = fc.record({
  lines: fc.uniqueArray(
    fc.record({ which: fc.nat(cellar.length - 1), quantity: fc.integer({ min: 1, max: 3 }) }),
    {
      minLength: 1,
      maxLength: 4,
      selector: ({ which }) => which,
    },
  ),
  pickup: fc.boolean(),
  company: text.map((each) => each ?? 'Cave'),
  detail: text,
  comment: text,
  reference: text,
  afternoon: fc.boolean(),
})
type Drawn = typeof anOrder extends fc.Arbitrary<infer T> ? T : never

const place = { street1: '1 rue', city: 'Lyon', zipcode: '69001', country: 'FR' }
const chosen = ({ lines }: Drawn) =>
  lines.map(({ which, quantity }) => ({ ...(cellar[which] as Line), quantity }))

async function throughV1(drawn: Drawn): Promise<number> {
  const bottles: Record<string, Record<string, number>> = {}
  const boxes: Record<string, typeof bottles> = {}
  for (const { id, format, box, quantity } of chosen(drawn)) {
    if (box !== 'bottles') boxes[box] ??= {}
    const kind = boxes[box] ?? bottles
    kind[id] = { ...kind[id], [format]: quantity }
  }
  const { company, detail, comment, reference, pickup, afternoon } = drawn
  const address = pickup ? {} : { ...place, company, detail }
  const body = {
    bottles,
    boxes,
    is_pickup: pickup ? 1 : 0,
    half_day: afternoon ? 'pm' : 'am',
    comment,
    reference,
  }
  return idOf(await call('POST', '/v1/get-out-requests', { body: { ...body, ...address } }))
}

async function throughV2(drawn: Drawn): Promise<number> {
  const { company, detail, comment, reference, pickup, afternoon } = drawn
  const content = chosen(drawn).map(({ reference: named, quantity }) => ({ reference: named, quantity }))
  const address = pickup ? null : { ...place, company, detail }
  const hours = afternoon ? { delivery_start: '13:00' } : {}
  return idOf(
    await callV2('POST', '/orders', { body: { content, pickup, address, comment, reference, ...hours } }),
  )
}

function idOf({ status, text: said, body }: { status: number; text: string; body: unknown }): number {
  if (status !== 201) throw new Error(said)
  return (body as { id: number }).id
}

/** What both versions say, in v1's words. */
async function expectSame(id: number) {
  const one = await read<Wire>(`/v1/get-out-requests/${id}`)
  const two = await readV2<Wire>(`/orders/${id}`)
  const address = (two.address ?? {}) as Wire
  const day = (value: unknown) => String((value as Wire).date).slice(0, 10)
  const plain = ({ public_name, id: number }: Wire) => ({ public_name, id: number })
  expect({
    comment: two.comment,
    is_pickup: two.is_pickup,
    company: address.company ?? null,
    street1: address.street1 ?? null,
    country: address.country ?? null,
    attachments: two.attachments,
    delivery: day(two.delivery_date),
    preparation: day(two.preparation_date),
    status: [(two.status as Wire).value, `STATUS_${(two.status as Wire).name}`],
    reference: two.reference,
    origin: two.origin,
    warehouse: plain(two.warehouse as Wire),
    start: two.delivery_start,
    content: (two.content as Line[]).map(({ id: wine, format, box, quantity }) => [
      wine,
      format,
      box,
      quantity,
    ]),
  }).toEqual({
    comment: one.comment,
    is_pickup: one.is_pickup,
    company: one.company,
    street1: one.street1,
    country: one.country,
    attachments: one.attachments,
    delivery: String(one.delivery_date).slice(0, 10),
    preparation: String(one.preparation_date).slice(0, 10),
    status: [one.status, one['status-name']],
    reference: one.reference,
    origin: one.origin,
    warehouse: plain(one.warehouse as Wire),
    start: one.delivery_start,
    content: (one.content as Wire[]).map(({ id: wine, format, box, quantity }) => [
      wine,
      Number(format),
      box || 'bottles',
      quantity,
    ]),
  })
}

test.each([
  ['v1', throughV1],
  ['v2', throughV2],
] as const)('an order made through %s reads the same in both', async (_version, make) => {
  await fc.assert(
    fc.asyncProperty(anOrder, async (drawn) => {
      const id = await make(drawn)
      await expectSame(id)
      await callV2('DELETE', `/orders/${id}`)
    }),
    { numRuns: 40 },
  )
})
