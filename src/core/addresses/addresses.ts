import type { Database } from '../../db/database.ts'
import { int, orNull, type Page, pagedStatement, type Row, statement, text } from '../../db/statement.ts'
import { isEmail } from '../accounts/email.ts'
import type { Caller, Deps } from '../deps.ts'
import { type InvalidField, notFound, refuse } from '../problems.ts'
import { isCountry } from './countries.ts'

const addressRow = {
  id: int,
  firstName: orNull(text),
  lastName: orNull(text),
  company: orNull(text),
  street1: text,
  street2: orNull(text),
  city: text,
  zipcode: text,
  country: text,
  phone: text,
  email: orNull(text),
  vatNumber: orNull(text),
  detail: orNull(text),
  reference: orNull(text),
}
export type Address = Row<typeof addressRow>
/** An address as somebody writes it down: whatever was left out is null. */
export type AddressEntry = { [K in keyof Omit<Address, 'id'>]: string | null }

const columns = `id, first_name as "firstName", last_name as "lastName", company, street1, street2, city, zipcode, country,
  phone, email, vat_number as "vatNumber", detail, reference`

const addressPage = pagedStatement(
  'addresses.page',
  (window) => `select ${columns} from addresses where account_id = $1 order by id desc ${window}`,
  addressRow,
)
const addressCount = statement(
  'addresses.count',
  'select count(*) as total from addresses where account_id = $1',
  { total: int },
)
const addressById = statement(
  'addresses.by-id',
  `select ${columns} from addresses where account_id = $1 and id = $2`,
  addressRow,
)
const insertAddress = statement(
  'addresses.insert',
  `insert into addresses (account_id, first_name, last_name, company, street1, street2, city, zipcode, country, phone, email,
     vat_number, detail, reference, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15) returning ${columns}`,
  addressRow,
)
const updateAddress = statement(
  'addresses.update',
  `update addresses set first_name = $2, last_name = $3, company = $4, street1 = $5, street2 = $6, city = $7, zipcode = $8,
     country = $9, phone = $10, email = $11, vat_number = $12, detail = $13, reference = $14, updated_at = $15
   where account_id = $1 and id = $16 returning ${columns}`,
  addressRow,
)
const deleteAddress = statement(
  'addresses.delete',
  `delete from addresses where account_id = $1 and id = $2 returning ${columns}`,
  addressRow,
)

export async function listAddresses(db: Database, accountId: number, page: Page) {
  const [records, counted] = await Promise.all([
    db.rows(addressPage(page), [accountId]),
    db.row(addressCount, [accountId]),
  ])
  return { records, total: counted?.total ?? 0 }
}

export const findAddress = (db: Database, accountId: number, id: number) =>
  db.row(addressById, [accountId, id])

export async function addAddress(deps: Deps, caller: Caller, entry: AddressEntry): Promise<Address> {
  const made = await deps.db.row(insertAddress, valuesOf(deps, caller, entry))
  if (!made) throw notFound()
  return made
}

export async function replaceAddress(
  deps: Deps,
  caller: Caller,
  id: number,
  entry: AddressEntry,
): Promise<Address> {
  const changed = await deps.db.row(updateAddress, [...valuesOf(deps, caller, entry), id])
  if (!changed) throw notFound()
  return changed
}

/** Removes the address from the book and returns it as it was. Orders keep their copy. */
export async function removeAddress(deps: Deps, caller: Caller, id: number): Promise<Address> {
  const removed = await deps.db.row(deleteAddress, [caller.accountId, id])
  if (!removed) throw notFound()
  return removed
}

const valuesOf = (deps: Deps, caller: Caller, entry: AddressEntry) => {
  const given = checked(entry)
  return [
    caller.accountId,
    given.firstName,
    given.lastName,
    given.company,
    given.street1,
    given.street2,
    given.city,
    given.zipcode,
    given.country ?? 'FR',
    given.phone,
    given.email,
    given.vatNumber,
    given.detail,
    given.reference,
    deps.now(),
  ]
}

/** Blank text counts as left out. Every fault is told at once. */
function checked(entry: AddressEntry): AddressEntry {
  const given = Object.fromEntries(
    Object.entries(entry).map(([field, value]) => [field, value?.trim() || null]),
  ) as AddressEntry
  const faults: InvalidField[] = []
  if (!given.company && !(given.firstName && given.lastName))
    faults.push({ field: 'company', message: 'give firstname and lastname, or a company', missing: true })
  for (const field of ['street1', 'city', 'zipcode', 'phone'] as const)
    if (!given[field]) faults.push({ field, message: 'is required', missing: true })
  // Old entries hold the name of a country; two letters are always meant as its code.
  if (given.country?.length !== undefined && given.country.length <= 2 && !isCountry(given.country))
    faults.push({ field: 'country', message: 'must be an ISO 3166-1 alpha-2 code such as FR' })
  if (given.email && !isEmail(given.email))
    faults.push({ field: 'email', message: 'must be an e-mail address' })
  if (faults.length > 0) throw refuse({ code: 'fields_invalid', fields: faults })
  return given
}
