// Get out request with its content lines, compared with the document's table over every order of the demo.
import { expect, test } from 'vitest'
import { expectShape, listOf, record } from '../support/fields.ts'
import { demoService } from '../support/service.ts'
import { getOutRequest } from './document-tables.ts'

type Request = {
  id: number
  parent: { id: number; status: number; 'status-name': string } | null
  children: Record<string, Request>
  is_pickup: boolean
  is_pickup_warehouse: { id: number } | null
  warehouse: { id: number }
  street1: string | null
  status: number
  'status-name': string
  tracking_url: string | null
  tracking_numbers: string[]
  delivery_start: string | null
  delivery_hours: string | null
  additional_status: string | null
  attachments: string[]
  content: { id: number; format: string; box: string; quantity: number; 'wine-price': string }[]
  'format-quantity': Record<string, number>
  'bottle-quantity': number
}

const { read, owner, stranger, pool } = await demoService()
const listed = (keys = owner) => read<Request[]>('/v1/get-out-requests?count=1000', { keys })
const requests = [...(await listed()), ...(await listed(stranger))]
const children = requests.flatMap((each) => Object.values(each.children))
const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)

test('every get out request has the fields of the table', () => {
  expect(requests.length).toBeGreaterThan(20)
  expectShape(requests, listOf(getOutRequest))
})

test('the demo shows every case that the table has', () => {
  const names = requests.map((each) => `${each.status} ${each['status-name']}`)
  expect([...new Set(names)].toSorted()).toEqual([
    '0 STATUS_NEW',
    '1 STATUS_PROCESSING',
    '2 STATUS_READY',
    '3 STATUS_SHIPPED',
    '4 STATUS_DELIVERED',
    '5 STATUS_WITHDRAWED',
  ])
  const seen = (holds: (request: Request) => boolean) => new Set(requests.map(holds))
  const both = new Set([true, false])
  expect(seen((each) => each.is_pickup)).toEqual(both)
  expect(seen((each) => each.tracking_url === null)).toEqual(both)
  expect(seen((each) => each.delivery_start === null)).toEqual(both)
  expect(seen((each) => each.additional_status === null)).toEqual(both)
  expect(seen((each) => each.content.some((line) => line.box !== ''))).toEqual(both)
  expect(seen((each) => Object.keys(each.children).length > 0)).toEqual(both)
})

test('errors is a field of the creation response only', () => {
  expect(requests.filter((each) => 'errors' in each)).toEqual([])
})

test('quantities are the sums of the lines', () => {
  for (const request of [...requests, ...children]) {
    expect(request.content.length).toBeGreaterThan(0)
    expect(request['bottle-quantity']).toBe(sum(request.content.map((line) => line.quantity)))
    expect(request['bottle-quantity']).toBe(sum(Object.values(request['format-quantity'])))
    for (const [format, quantity] of Object.entries(request['format-quantity']))
      expect(quantity).toBe(
        sum(request.content.filter((line) => line.format === format).map((line) => line.quantity)),
      )
  }
})

test('the children of a split order are one per warehouse, carry its content between them, and name it as parent', () => {
  const split = requests.filter((each) => Object.keys(each.children).length > 0)
  expect(split.length).toBeGreaterThan(0)
  for (const request of split) {
    const parts = Object.entries(request.children)
    expect(parts.length).toBeGreaterThan(1)
    for (const [id, child] of parts) {
      expect(child.id).toBe(Number(id))
      expect(child.parent).toEqual({
        id: request.id,
        status: request.status,
        'status-name': request['status-name'],
      })
    }
    const inOrder = parts.map(([, child]) => child)
    expect(new Set(inOrder.map((child) => child.warehouse.id)).size).toBe(parts.length)
    expect(sum(inOrder.map((child) => child['bottle-quantity']))).toBe(request['bottle-quantity'])
    expect(request.status).toBe(Math.min(...inOrder.map((child) => child.status)))
  }
})

test('children are shown inside their parent and not beside it, and can be read by their own id', async () => {
  const ids = new Set(requests.map((each) => each.id))
  expect(children.length).toBeGreaterThan(0)
  for (const child of children) {
    expect(ids.has(child.id)).toBe(false)
    const keys = (await listed()).some((each) => each.id === child.parent?.id) ? owner : stranger
    expect(await read(`/v1/get-out-requests/${child.id}`, { keys })).toEqual(child)
  }
  expectShape(
    children.map((child) => child.children),
    listOf(record([])),
  )
})

test('a request read by its id is the record of the list', async () => {
  for (const each of await listed()) expect(await read(`/v1/get-out-requests/${each.id}`)).toEqual(each)
})

test('is_pickup_warehouse is the warehouse on a pick-up and null on a delivery, which has an address', () => {
  for (const { is_pickup, is_pickup_warehouse, warehouse, street1 } of requests) {
    expect(is_pickup_warehouse).toEqual(is_pickup ? warehouse : null)
    if (!is_pickup) expect(street1).not.toBeNull()
  }
})

test('tracking_url is built from the first tracking number', () => {
  for (const { tracking_url, tracking_numbers } of requests)
    expect(tracking_url).toBe(
      tracking_numbers[0] ? `https://tracking.example.com/${tracking_numbers[0]}?lang=fr` : null,
    )
})

test('delivery_hours spans the slot whose start is delivery_start', () => {
  for (const { delivery_start, delivery_hours } of requests.filter((each) => each.delivery_start !== null)) {
    expect(delivery_start).toMatch(/^\d\d:\d\d$/)
    expect(delivery_hours).toMatch(/^\d\d:\d\d-\d\d:\d\d$/)
    expect(delivery_hours?.startsWith(String(delivery_start))).toBe(true)
  }
})

test('attachments are the original names of the files, in the order they came', async () => {
  const [request] = await listed()
  await pool.query(
    `insert into order_files (account_id, order_id, name, media_type, size_bytes, storage_key, created_at)
     select 1, $1, name, 'application/pdf', 1, name, now() from unnest(array['Étiquette n° 2.pdf', 'bon.pdf']) name`,
    [request?.id],
  )
  const { attachments } = await read<Request>(`/v1/get-out-requests/${request?.id}`)
  expect(attachments).toEqual(['Étiquette n° 2.pdf', 'bon.pdf'])
})

test('a deleted order is neither listed nor found', async () => {
  const order = (await listed()).find((each) => each.status === 0)
  await pool.query('update orders set deleted_at = now() where account_id = 1 and id = $1', [order?.id])
  expect((await listed()).map((each) => each.id)).not.toContain(order?.id)
  await expect(read(`/v1/get-out-requests/${order?.id}`)).rejects.toThrow('404')
})
