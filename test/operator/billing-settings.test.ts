import { describe, expect, test } from 'vitest'
import { checksumOf } from '../support/checksum.ts'
import { operatorService } from '../support/operator-service.ts'
import { outcome } from '../support/service.ts'
import { openAccount } from '../support/small-cellar.ts'

const { operate, done, pool, deps } = await operatorService()
const { accountId } = await openAccount(deps, 'billed@example.com')

const company = {
  name: 'Caveau SAS',
  street1: '1 quai',
  street2: null,
  city: 'Paris',
  zipcode: '75012',
  country: 'FR',
  siret: '90123456100017',
  vat_number: 'FR94901234561',
  iban: 'FR1420041010050500013M02606',
  payment_days: 30,
  invoice_prefix: 'F',
  credit_note_prefix: 'A',
}
const billing = {
  first_name: null,
  last_name: null,
  company: 'Chez Ada',
  street1: '2 rue',
  street2: null,
  city: 'Lyon',
  zipcode: '69001',
  country: 'FR',
  vat_number: null,
  payment_mode: 'sdd',
  purchase_order: null,
}
const path = `/accounts/${accountId}/billing`

test('the company is not there until it is filled in, and can be changed', async () => {
  expect(outcome(await operate('GET', '/company'))).toBe('404 not_found')
  expect(await done('PUT', '/company', { as: 'billing', body: company })).toEqual(company)
  const { street2: _, iban: __, ...least } = { ...company, name: 'Caveau SA' }
  expect(await done('PUT', '/company', { body: least })).toEqual({
    ...company,
    name: 'Caveau SA',
    iban: null,
  })
  expect(await done('GET', '/company', { as: 'warehouse' })).toMatchObject({ name: 'Caveau SA' })
})

test('so is the billing address of an account', async () => {
  expect(outcome(await operate('GET', path))).toBe('404 not_found')
  expect(await done('PUT', path, { as: 'billing', body: billing })).toEqual(billing)
  expect(await done('GET', path, { as: 'warehouse' })).toEqual(billing)
  const [entry] = await done<Record<string, unknown>[]>('GET', '/audit?subject=account&count=1')
  expect(entry).toMatchObject({ action: 'account.bill-to', account_id: accountId, subject_id: accountId })
})

describe('refuses', () => {
  test.each<[string, string, Record<string, unknown>, string]>([
    ['a SIRET of letters', '/company', { siret: 'x' }, 'siret'],
    ['an IBAN whose check digits do not fit', '/company', { iban: 'FR1520041010050500013M02606' }, 'iban'],
    ['one series for both', '/company', { credit_note_prefix: 'F' }, 'credit_note_prefix'],
    ['a digit in a prefix', '/company', { invoice_prefix: 'F1' }, 'invoice_prefix'],
    ['a year to pay', '/company', { payment_days: 365 }, 'payment_days'],
    ['a blank name', '/company', { name: ' ' }, 'name'],
    ['a NUL byte', '/company', { city: 'a\0' }, 'city'],
    ['another country', '/company', { country: 'XX' }, 'country'],
    ['an unknown field', '/company', { colour: 'red' }, 'colour'],
    ['a bill to nobody', path, { company: null }, 'company'],
    ['payment in gold', path, { payment_mode: 'gold' }, 'payment_mode'],
    ['a long reference', path, { purchase_order: 'x'.repeat(201) }, 'purchase_order'],
  ])('%s', async (_what, where, change, field) => {
    const before = await checksumOf(pool)
    const reply = await operate('PUT', where, {
      body: { ...(where === path ? billing : company), ...change },
    })
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({
      details: expect.arrayContaining([expect.objectContaining({ field })]),
    })
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('an account that there is not', async () => {
    const nowhere = '/accounts/999999/billing'
    expect(outcome(await operate('PUT', nowhere, { body: billing }))).toBe('404 not_found')
    expect(outcome(await operate('GET', nowhere))).toBe('404 not_found')
    expect(outcome(await operate('GET', '/accounts/999999/balance'))).toBe('404 not_found')
  })

  test.each(['/company', path])('the warehouse at %s', async (where) => {
    const body = where === path ? billing : company
    expect(outcome(await operate('PUT', where, { as: 'warehouse', body }))).toBe('403 role_insufficient')
  })
})
