// What v2 writes beside orders: the account, addresses, and notes on wines. The same record shows in v1.
import { describe, expect, test } from 'vitest'
import { checksumOf } from '../support/checksum.ts'
import { demoService, outcome } from '../support/service.ts'

const { callV2, readV2, read, pool, stranger } = await demoService()

describe('the account', () => {
  test('is replaced as a whole, and shows in v1 with the mails wanted instead of those not wanted', async () => {
    const account = await readV2<Record<string, unknown>>('/account')
    const changed = { ...account, company: 'Vasseur & fille', email_preference: ['putawayNew'] }
    const reply = await callV2('PUT', '/account', { body: changed })
    expect(reply.body).toEqual({ ...changed, updated_at: expect.anything() })
    const user = await read<{ company: string; email_preference: string[] }>('/v1/users')
    expect(user.company).toBe('Vasseur & fille')
    expect(user.email_preference).toHaveLength(6)
    expect(user.email_preference).not.toContain('putawayNew')
  })

  test('a part of it is refused by the name of what is missing', async () => {
    const before = await checksumOf(pool)
    const reply = await callV2('PUT', '/account', { body: { name: 'x' } })
    expect(outcome(reply)).toBe('400 parameter_missing')
    expect(reply.text).toContain('"email_preference"')
    expect(await checksumOf(pool)).toEqual(before)
  })
})

describe('addresses', () => {
  const address = {
    firstname: null,
    lastname: null,
    company: 'Cave des Halles',
    street1: '3 rue Coquillière',
    street2: null,
    city: 'Paris',
    zipcode: '75001',
    country: 'FR',
    phone: '+33 1 99 00 12 34',
    email: null,
    vat_number: null,
    detail: null,
    reference: 'H-1',
  }

  test('are added, read, replaced and removed, and what is left out is null', async () => {
    const made = await callV2('POST', '/addresses', { body: address })
    expect(made.status).toBe(201)
    const { id } = made.body as { id: number }
    expect(made.body).toEqual({ id, ...address })
    expect(await readV2(`/addresses/${id}`)).toEqual(made.body)
    const { reference: _, ...shorter } = address
    expect((await callV2('PUT', `/addresses/${id}`, { body: shorter })).body).toEqual({
      ...address,
      id,
      reference: null,
    })
    const foreign = await callV2('DELETE', `/addresses/${id}`, { token: stranger.bearerToken })
    expect(outcome(foreign)).toBe('404 not_found')
    expect((await callV2('DELETE', `/addresses/${id}`)).status).toBe(200)
    expect(outcome(await callV2('GET', `/addresses/${id}`))).toBe('404 not_found')
  })

  test('the same request twice with one key adds one address', async () => {
    const headers = { 'idempotency-key': 'address-1' }
    const first = await callV2('POST', '/addresses', { body: address, headers })
    const second = await callV2('POST', '/addresses', { body: address, headers })
    expect(second.text).toBe(first.text)
    expect(second.headers['idempotent-replayed']).toBe('true')
  })
})

describe.each([
  ['comments', 'comment', 'SKU-77', 'SKU-78'],
  ['prices', 'price', '12.50', '13.00'],
])('wine %s', (plural, field, first, second) => {
  test('are stored by POST and PUT, show in the cellar of both versions, and are removed', async () => {
    const [wine] = await readV2<{ id: number; format: number; reference: string }[]>('/bottles')
    if (!wine) throw new Error('There is a wine')
    const of = { wine_id: wine.id, format: wine.format }
    await callV2('DELETE', `/wine-${plural}`, { body: of })
    const made = await callV2('POST', `/wine-${plural}`, { body: { ...of, [field]: first } })
    expect(outcome(made)).toBe('201 ok')
    expect(made.body).toMatchObject({ ...of, [field]: first, wine: expect.any(String) })
    expect(outcome(await callV2('PUT', `/wine-${plural}`, { body: { ...of, [field]: second } }))).toBe(
      '200 ok',
    )
    const query = `wine_id=${wine.id}&format=${wine.format}`
    expect(await readV2(`/wine-${plural}/single?${query}`)).toMatchObject({ [field]: second })
    expect(await read(`/v1/wine-${plural}/single?${query}`)).toMatchObject({ [field]: second })
    const cellar = await readV2<Record<string, unknown>[]>('/bottles')
    expect(cellar.find(({ reference }) => reference === wine.reference)).toMatchObject({ [field]: second })
    expect((await callV2('DELETE', `/wine-${plural}`, { body: of })).body).toMatchObject({
      result: 'success',
    })
    expect(outcome(await callV2('GET', `/wine-${plural}/single?${query}`))).toBe('404 not_found')
  })

  test.each([0, -1, 31, 0.7501, '0.75', null])('a format of %j is refused by name', async (format) => {
    const reply = await callV2('POST', `/wine-${plural}`, { body: { wine_id: 1, format, [field]: first } })
    expect(outcome(reply)).toBe('400 parameter_invalid')
    expect(reply.body).toMatchObject({ details: [{ field: 'format' }] })
  })
})
