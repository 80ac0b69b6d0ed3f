import type { Database } from '../../db/database.ts'
import { int, orNull, type Row, statement, text } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { invalidField } from '../problems.ts'

const columns = `name, street1, street2, city, zipcode, country, siret, vat_number as "vatNumber", iban,
  payment_days as "paymentDays", invoice_prefix as "invoicePrefix", credit_note_prefix as "creditNotePrefix"`
const companyRow = {
  name: text,
  street1: text,
  street2: orNull(text),
  city: text,
  zipcode: text,
  country: text,
  siret: text,
  vatNumber: text,
  iban: orNull(text),
  paymentDays: int,
  invoicePrefix: text,
  creditNotePrefix: text,
}
/** The company that stores, ships and bills, as it is printed on invoices, and its terms. */
export type OperatorCompany = Row<typeof companyRow>

const presentCompany = statement('company.present', `select ${columns} from operator_company`, companyRow)
const saveRow = statement(
  'company.save',
  `insert into operator_company (name, street1, street2, city, zipcode, country, siret, vat_number, iban, payment_days,
     invoice_prefix, credit_note_prefix, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
   on conflict (only_row) do update set name = excluded.name, street1 = excluded.street1, street2 = excluded.street2,
     city = excluded.city, zipcode = excluded.zipcode, country = excluded.country, siret = excluded.siret,
     vat_number = excluded.vat_number, iban = excluded.iban, payment_days = excluded.payment_days,
     invoice_prefix = excluded.invoice_prefix, credit_note_prefix = excluded.credit_note_prefix,
     updated_at = excluded.updated_at`,
  {},
)

export const findCompany = (db: Database): Promise<OperatorCompany | undefined> => db.row(presentCompany)

/** A change of prefix begins a series of its own; invoices that are numbered keep what was printed. */
export async function saveCompany(deps: Deps, company: OperatorCompany): Promise<OperatorCompany> {
  if (company.invoicePrefix === company.creditNotePrefix)
    throw invalidField(
      'credit_note_prefix',
      'must differ from invoice_prefix, so that no number is used twice',
    )
  if (company.iban !== null && !isIban(company.iban))
    throw invalidField('iban', 'is not a valid IBAN: its check digits do not fit')
  await deps.db.run(saveRow, [
    company.name,
    company.street1,
    company.street2,
    company.city,
    company.zipcode,
    company.country,
    company.siret,
    company.vatNumber,
    company.iban,
    company.paymentDays,
    company.invoicePrefix,
    company.creditNotePrefix,
    deps.now(),
  ])
  return company
}

/** ISO 13616: country and check digits moved to the end, letters as 10 to 35, the remainder by 97 is 1. */
function isIban(iban: string): boolean {
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return BigInt(digits) % 97n === 1n
}
