// Paging of the lists that have pages.
import { expect, test } from 'vitest'
import { linksOf, walkPaging } from '../support/paging-walk.ts'
import { demoService } from '../support/service.ts'
import { v2Walk } from './all-routes.ts'

const service = await demoService()
const { callV2 } = service

walkPaging(await v2Walk(service))

test('other parameters stay in the links, and there is no newer version to point to', async () => {
  const reply = await callV2('GET', '/transactions?type=in&start_date=2024-01-01&count=5&x=%3E%2C%22')
  expect(linksOf(reply).next).toBe(
    '/api/v2/transactions?type=in&start_date=2024-01-01&count=5&x=%3E%2C%22&page=2',
  )
  expect(Object.keys(linksOf(reply))).toEqual(['first', 'next', 'last'])
  expect(reply.headers).not.toHaveProperty('deprecation')
})

test('a list without a record has one page', async () => {
  const reply = await callV2('GET', '/transactions?start_date=1900-01-01&end_date=1900-01-01')
  expect([reply.text, reply.headers['x-total-count']]).toEqual(['[]', '0'])
  expect(Object.keys(linksOf(reply))).toEqual(['first', 'last'])
})

test.each(['/bottles', '/warehouses', '/wine-comments', '/wine-prices', '/enums?label=color'])(
  '%s comes whole, and has no pages',
  async (path) => {
    const whole = await callV2('GET', path)
    const query = `${path}${path.includes('?') ? '&' : '?'}page=2&count=1`
    expect((await callV2('GET', query)).text).toBe(whole.text)
    expect(whole.headers).not.toHaveProperty('x-total-count')
    expect(whole.headers).not.toHaveProperty('link')
  },
)
