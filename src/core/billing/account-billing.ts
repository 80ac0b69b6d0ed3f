import type { Database } from '../../db/database.ts'
import { orNull, type Row, statement, text } from '../../db/statement.ts'
import { requireAccount } from '../accounts/require-account.ts'
import type { Deps } from '../deps.ts'
import { type InvalidField, refuse } from '../problems.ts'
import { atTimeOf } from '../sandbox/account-clock.ts'

const columns = `first_name as "firstName", last_name as "lastName", company, street1, street2, city, zipcode, country,
  vat_number as "vatNumber", payment_mode as "paymentMode", purchase_order as "purchaseOrder"`
const billingRow = {
  firstName: orNull(text),
  lastName: orNull(text),
  company: orNull(text),
  street1: text,
  street2: orNull(text),
  city: text,
  zipcode: text,
  country: text,
  vatNumber: orNull(text),
  paymentMode: text,
  purchaseOrder: orNull(text),
}
/** To whom an account's invoices are addressed, and how they are paid. */
export type AccountBilling = Row<typeof billingRow>

const billingOf = statement(
  'account-billing.of-account',
  `select ${columns} from account_billing where account_id = $1`,
  billingRow,
)
const saveRow = statement(
  'account-billing.save',
  `insert into account_billing (account_id, first_name, last_name, company, street1, street2, city, zipcode, country,
     vat_number, payment_mode, purchase_order, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
   on conflict (account_id) do update set first_name = excluded.first_name, last_name = excluded.last_name,
     company = excluded.company, street1 = excluded.street1, street2 = excluded.street2, city = excluded.city,
     zipcode = excluded.zipcode, country = excluded.country, vat_number = excluded.vat_number,
     payment_mode = excluded.payment_mode, purchase_order = excluded.purchase_order, updated_at = excluded.updated_at`,
  {},
)

/** Undefined while nobody has filled it in. */
export async function findAccountBilling(
  db: Database,
  accountId: number,
): Promise<AccountBilling | undefined> {
  const billing = await db.row(billingOf, [accountId])
  if (!billing) await requireAccount(db, accountId)
  return billing
}

/** Drafts take it over when they are validated; invoices that are numbered keep what was printed. */
export async function saveAccountBilling(
  deps: Deps,
  accountId: number,
  billing: AccountBilling,
): Promise<AccountBilling> {
  await requireAccount(deps.db, accountId)
  if (billing.company === null && (billing.firstName === null || billing.lastName === null))
    throw refuse({ code: 'fields_invalid', fields: missingNames(billing) })
  const { now } = await atTimeOf(deps, accountId)
  await deps.db.run(saveRow, [
    accountId,
    billing.firstName,
    billing.lastName,
    billing.company,
    billing.street1,
    billing.street2,
    billing.city,
    billing.zipcode,
    billing.country,
    billing.vatNumber,
    billing.paymentMode,
    billing.purchaseOrder,
    now(),
  ])
  return billing
}

const missingNames = ({ firstName, lastName }: AccountBilling): InvalidField[] =>
  [
    { field: 'company', value: null },
    { field: 'first_name', value: firstName },
    { field: 'last_name', value: lastName },
  ]
    .filter(({ value }) => value === null)
    .map(({ field }) => ({
      field,
      message: 'is required: a company, or a first and a last name',
      missing: true,
    }))
