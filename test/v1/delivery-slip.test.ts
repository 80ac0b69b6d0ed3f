// The delivery slip of a get out request: shown in the record once it is ready, and fetched with the owner's keys.
import { expect, test } from 'vitest'
import { demoService, outcome } from '../support/service.ts'

type Slip = { id: number; name: string; url: string }
type Request = { id: number; status: number; delivery_slip: Slip | null; children: Record<string, Request> }

const { call, read, owner, stranger, origin } = await demoService()
const requests = await read<Request[]>('/v1/get-out-requests?count=1000')
const every = [...requests, ...requests.flatMap((each) => Object.values(each.children))]
const withStatus = (status: number) =>
  every.find((each) => each.status === status) ?? expect.fail('none such')

test('delivery_slip is null until a request is ready, and then its number, name and address', () => {
  for (const { id, status, delivery_slip } of every)
    expect(delivery_slip).toEqual(
      status < 2
        ? null
        : {
            id,
            name: `delivery-slip-${id}.pdf`,
            url: `${origin}/v1/get-out-requests/${id}/delivery-slip`,
          },
    )
  expect(new Set(every.map((each) => each.status))).toEqual(new Set([0, 1, 2, 3, 4, 5]))
})

test.each([2, 3, 4, 5])('a request with status %d has a PDF to be saved', async (status) => {
  const { delivery_slip } = withStatus(status)
  const slip = await call('GET', String(delivery_slip?.url).replace(origin, ''))
  expect(slip.status).toBe(200)
  expect(slip.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringContaining(`attachment; filename="${delivery_slip?.name}"`),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
  expect(slip.text.slice(0, 5)).toBe('%PDF-')
})

test.each([0, 1])('a request with status %d has none yet', async (status) => {
  const path = `/v1/get-out-requests/${withStatus(status).id}/delivery-slip`
  expect(outcome(await call('GET', path))).toBe('404 not_found')
})

test("keys are asked for, and another's request is not there", async () => {
  const path = `/v1/get-out-requests/${withStatus(3).id}/delivery-slip`
  expect(outcome(await call('GET', path, { keys: null }))).toBe('401 access_key_id_missing')
  expect(outcome(await call('GET', path, { keys: stranger }))).toBe('404 not_found')
  expect((await call('GET', path, { keys: owner })).status).toBe(200)
})
