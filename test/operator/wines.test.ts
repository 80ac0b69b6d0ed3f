// The catalogue of wines: found by words, added, edited, and no wine twice unless somebody insists.
import { describe, expect, test } from 'vitest'
import { checksumOf } from '../support/checksum.ts'
import { operatorService } from '../support/operator-service.ts'
import { orderCellar } from '../support/order-cellar.ts'
import { outcome } from '../support/service.ts'

const { operate, done, pool, clock } = await operatorService()
const cellar = await orderCellar(pool)

type Wine = { id: number; name: string; stored: number; announced: number; [field: string]: unknown }
const record = {
  name: 'Château Pétrus',
  color: 'Rouge',
  country: 'France',
  region: 'Bordeaux',
  appellation: 'Pomerol',
  ranking: null,
  description: null,
  vintage: 2010,
  alcohol: 14.5,
  lwin: null,
}
let count = 0
/** A wine that no other equals. */
const fresh = (more: Record<string, unknown> = {}) => ({ ...record, name: `Domaine ${++count}`, ...more })
const add = (more: Record<string, unknown> = {}) => done<Wine>('POST', '/wines', { body: fresh(more) })
const found = async (query: string) =>
  (await done<Wine[]>('GET', `/wines?${query}&count=1000`)).map(({ id }) => id)

test('a wine is added with all its fields, read, and replaced as a whole', async () => {
  const full = {
    ...fresh(),
    ranking: 'Grand cru',
    description: 'Vieilles vignes',
    lwin: '101236120100012000',
    alcohol: 13.55,
  }
  const made = await operate('POST', '/wines', { body: full, as: 'warehouse' })
  expect(made.status).toBe(201)
  const wine = made.body as Wine
  expect(wine).toEqual({
    id: expect.any(Number),
    ...full,
    merged_into: null,
    created_at: '2026-11-16T09:30:00+01:00',
    updated_at: '2026-11-16T09:30:00+01:00',
    stored: 0,
    announced: 0,
  })
  expect(await done('GET', `/wines/${wine.id}`, { as: 'billing' })).toEqual(wine)

  const before = clock.now
  clock.now = new Date(before.getTime() + 60_000)
  const { ranking: _, description: __, lwin: ___, ...least } = { ...full, name: `  Clos ${wine.id} ` }
  const replaced = await done<Wine>('PUT', `/wines/${wine.id}`, { body: { ...least, vintage: 0 } })
  clock.now = before
  expect(replaced).toEqual({
    ...wine,
    name: `Clos ${wine.id}`,
    vintage: 0,
    ranking: null,
    description: null,
    lwin: null,
    updated_at: '2026-11-16T09:31:00+01:00',
  })
})

test('one wine tells how many bottles there are of all owners, reserved and announced ones too', async () => {
  const wine = await add()
  await cellar.ownerOf({ count: 3, wineId: wine.id }, { count: 2, wineId: wine.id, warehouse: 2 })
  const { owner } = await cellar.ownerOf({ count: 4, wineId: wine.id, formatMl: 1500 })
  await pool.query(
    `insert into bottles (account_id, wine_id, format_ml, box_code, state, created_at, updated_at)
     select $1, $2, 750, '', 'announced', now(), now() from generate_series(1, 5)`,
    [owner.accountId, wine.id],
  )
  expect(await done('GET', `/wines/${wine.id}`)).toMatchObject({ stored: 9, announced: 5 })
})

describe('the list', async () => {
  const tag = 'Tertre'
  const a = await add({
    name: `Clos du ${tag} d'Œillet`,
    appellation: 'Saint-Émilion Grand Cru',
    vintage: 2015,
    lwin: '7654321',
  })
  const b = await add({
    name: `${tag} Blanc`,
    appellation: 'Côtes-du-Rhône',
    color: 'Rosé',
    vintage: 2015,
    lwin: '76543212015',
  })
  const c = await add({ name: `${tag.toUpperCase()} Noir`, appellation: '', vintage: 0, lwin: '1111111' })
  const all = [c.id, b.id, a.id]

  test.each([
    ['a word', 'search=tertre', all],
    ['capitals and accents that are not there', 'search=T%C3%89RTR%C3%88', all],
    ['the beginning of a word', 'search=tert', all],
    ['a word of the appellation', 'search=emilion', [a.id]],
    ['a ligature written out', 'search=oeillet', [a.id]],
    ['words in any order, of name and appellation', 'search=grand%20tertre%20saint', [a.id]],
    ['words with punctuation in between', 'search=cotes-du-rhone%2C%20tertre', [b.id]],
    ['a word that is not there', 'search=tertre%20introuvable', []],
    ['the middle of a word', 'search=ertre', []],
    ['no word at all', 'search=%27%26%7C!%3A*()%20-', []],
    ['characters of a query', 'search=tertre%27%3A*%26', all],
    ['an empty search, which asks nothing', `search=&lwin=7654321`, [b.id, a.id]],
    ['a vintage', 'search=tertre&vintage=2015', [b.id, a.id]],
    ['no vintage', 'search=tertre&vintage=0', [c.id]],
    ['a color, whatever its case and accents', 'search=tertre&color=ROSE', [b.id]],
    ['an LWIN of 7 digits and what it is the beginning of', 'lwin=7654321', [b.id, a.id]],
    ['an LWIN of 11 digits', 'lwin=76543212015', [b.id]],
    ['all of them together', 'search=tertre&vintage=2015&color=rouge&lwin=7654321', [a.id]],
    ['vintage and color', 'vintage=0&color=rouge&lwin=1111111', [c.id]],
  ])('finds by %s', async (_title, query, ids) => {
    expect(await found(query)).toEqual(ids)
  })

  test('is paged, newest first, and tells how many there are', async () => {
    const reply = await operate('GET', '/wines?search=tertre&count=2&page=2')
    expect(reply.headers['x-total-count']).toBe('3')
    expect((reply.body as Wine[]).map(({ id }) => id)).toEqual([a.id])
    expect(String(reply.headers.link)).toContain('search=tertre')
  })

  test.each([
    'vintage=old',
    'vintage=-1',
    'vintage=2201',
    'lwin=12a',
    'count=0',
    `search=${'x'.repeat(201)}`,
    'search=%00',
  ])('refuses %s', async (query) => {
    expect(outcome(await operate('GET', `/wines?${query}`))).toBe('400 parameter_invalid')
  })

  test.each([
    '㌀'.repeat(200),
    '\u{1d160}'.repeat(200),
    '각'.repeat(200),
    'ﷺ'.repeat(200),
    '\u{1680}x',
    'x'.repeat(200),
  ])('a wine of unusual letters is added and found (%#)', async (name) => {
    const { id } = await add({ name })
    expect(await found(`search=${encodeURIComponent(name)}`)).toContain(id)
  })
})

describe('no wine twice', () => {
  test.each([
    ['the same', {}],
    ['in other letters', { name: 'CHATEAU  PETRUS', color: 'rouge', appellation: 'pomerol' }],
    ['though the rest differs', { alcohol: 13, region: 'Libournais', lwin: '1234567' }],
  ])('%s: refused, and the other is named', async (_title, more) => {
    const number = ++count
    const name = `Château Pétrus ${number}`
    const first = await add({ name })
    const before = await checksumOf(pool)
    const twin = { ...record, name, ...more, ...('name' in more && { name: `${more.name} ${number}` }) }
    const reply = await operate('POST', '/wines', { body: twin })
    expect(outcome(reply)).toBe('409 already_exists')
    expect(reply.body).toMatchObject({
      message: expect.stringContaining(`Wine ${first.id} `),
      details: [{ field: 'name', message: `is that of wine ${first.id}` }],
    })
    expect(await checksumOf(pool)).toEqual(before)
    const insisted = await done<Wine>('POST', '/wines', { body: { ...twin, duplicate_ok: true } })
    expect(insisted.id).not.toBe(first.id)
    // Known to be equal, it can be edited in peace.
    const { status } = await operate('PUT', `/wines/${insisted.id}`, {
      body: { ...twin, description: 'Other' },
    })
    expect(status).toBe(200)
  })

  test.each([{ name: 'Other' }, { vintage: 2011 }, { color: 'Blanc' }, { appellation: 'Lalande' }])(
    'with another %o it is another wine',
    async (more) => {
      const name = `Clos ${++count}`
      await add({ name })
      const other = { ...record, name, ...more, ...(more.name && { name: `Other ${count}` }) }
      expect((await operate('POST', '/wines', { body: other })).status).toBe(201)
    },
  )

  test('an edit that makes two wines equal is refused', async () => {
    const [one, other] = [await add(), await add()]
    const body = { ...record, name: one.name }
    const before = await checksumOf(pool)
    expect(outcome(await operate('PUT', `/wines/${other.id}`, { body }))).toBe('409 already_exists')
    expect(await checksumOf(pool)).toEqual(before)
    expect(
      (await operate('PUT', `/wines/${other.id}`, { body: { ...body, duplicate_ok: true } })).status,
    ).toBe(200)
    expect((await operate('PUT', `/wines/${one.id}`, { body: { ...body, vintage: 1999 } })).status).toBe(200)
  })

  test('many who add the same wine at once make one', async () => {
    const body = fresh()
    const replies = await Promise.all(Array.from({ length: 8 }, () => operate('POST', '/wines', { body })))
    expect(replies.map(outcome).sort()).toEqual(['201 ok', ...Array(7).fill('409 already_exists')])
  })
})

describe('refuses and writes nothing', () => {
  test.each([
    ['no name', { name: undefined }, 'name'],
    ['a blank name', { name: ' ' }, 'name'],
    ['a NUL in the name', { name: 'a\0b' }, 'name'],
    ['a long name', { name: 'x'.repeat(201) }, 'name'],
    ['a blank color', { color: '' }, 'color'],
    ['a long region', { region: 'x'.repeat(101) }, 'region'],
    ['a NUL in the description', { description: '\0' }, 'description'],
    ['a vintage before 1700', { vintage: 1699 }, 'vintage'],
    ['a vintage after 2200', { vintage: 2201 }, 'vintage'],
    ['a vintage as text', { vintage: '2010' }, 'vintage'],
    ['a huge vintage', { vintage: 1e300 }, 'vintage'],
    ['alcohol below 0', { alcohol: -1 }, 'alcohol'],
    ['alcohol above 99', { alcohol: 99.5 }, 'alcohol'],
    ['alcohol of three places', { alcohol: 13.555 }, 'alcohol'],
    ['an LWIN of 8 digits', { lwin: '12345678' }, 'lwin'],
    ['an LWIN of letters', { lwin: 'LWIN1234567' }, 'lwin'],
    ['a field that there is not', { grape: 'Merlot' }, 'grape'],
    ['a choice that is none', { duplicate_ok: 'yes' }, 'duplicate_ok'],
  ])('%s', async (_title, more, field) => {
    const wine = await add()
    const before = await checksumOf(pool)
    const body = { ...fresh(), ...more }
    for (const reply of [
      await operate('POST', '/wines', { body }),
      await operate('PUT', `/wines/${wine.id}`, { body }),
    ]) {
      expect(reply.status).toBe(400)
      expect(reply.body).toMatchObject({ details: [{ field }] })
    }
    expect(await checksumOf(pool)).toEqual(before)
  })

  test.each([12.07, 13.57, 0.1, 14.99, 99])('alcohol of %f is kept as it is', async (alcohol) => {
    expect(await add({ alcohol })).toMatchObject({ alcohol })
  })

  test.each(['GET', 'PUT'])('%s of a wine that is not there', async (method) => {
    const body = method === 'PUT' ? { body: fresh() } : {}
    for (const id of ['987654321', '9007199254740991'])
      expect(outcome(await operate(method, `/wines/${id}`, body))).toBe('404 not_found')
    expect(outcome(await operate(method, '/wines/zero', body))).toBe('400 parameter_invalid')
    expect(outcome(await operate(method, '/wines/9223372036854775808', body))).toBe('400 parameter_invalid')
  })

  test('a role that may only read', async () => {
    const wine = await add()
    const before = await checksumOf(pool)
    for (const [method, path, body] of [
      ['POST', '/wines', fresh()],
      ['PUT', `/wines/${wine.id}`, fresh()],
      ['POST', `/wines/${wine.id}/merge`, { duplicate_id: 1 }],
    ] as const)
      expect(outcome(await operate(method, path, { body, as: 'billing' }))).toBe('403 role_insufficient')
    expect(outcome(await operate('GET', '/wines', { as: 'billing' }))).toBe('200 ok')
    expect(await checksumOf(pool)).toEqual(before)
  })
})

test('a repeat with the same key adds no second wine', async () => {
  const body = { ...fresh(), duplicate_ok: true }
  const headers = { 'idempotency-key': 'wine-1' }
  const first = await operate('POST', '/wines', { body, headers })
  const second = await operate('POST', '/wines', { body, headers })
  expect(second.text).toBe(first.text)
  expect(second.headers['idempotent-replayed']).toBe('true')
})

test('what was done is in the audit', async () => {
  const wine = await add()
  const twin = await done<Wine>('POST', '/wines', {
    body: { ...record, name: wine.name, duplicate_ok: true },
  })
  await done('PUT', `/wines/${wine.id}`, { body: { ...record, name: wine.name, ranking: 'Cru' } })
  await done('POST', `/wines/${wine.id}/merge`, { body: { duplicate_id: twin.id }, as: 'warehouse' })
  expect(await done('GET', `/audit?subject=wine&subject_id=${wine.id}`)).toMatchObject([
    { action: 'wine.merge', staff_name: 'Sam warehouse', detail: { duplicate_id: twin.id } },
    { action: 'wine.edit', detail: { ranking: 'Cru' } },
    { action: 'wine.create', detail: { name: wine.name } },
  ])
})
