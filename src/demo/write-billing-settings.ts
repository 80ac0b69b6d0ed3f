import type { Database } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { type DemoOwner, operatorCompany, operatorTerms, owners } from './people.ts'
import type { AccountId } from './write-orders.ts'

// An operator who has filled in their own company keeps it.
const insertCompany = statement(
  'demo.insert-company',
  `insert into operator_company select * from jsonb_populate_record(null::operator_company, $1) on conflict do nothing`,
  {},
)
const insertBilling = statement(
  'demo.insert-account-billing',
  `insert into account_billing select * from jsonb_populate_recordset(null::account_billing, $1)`,
  {},
)

/** Who bills, and to whom each owner's invoices are addressed. */
export async function writeBillingSettings(
  db: Database,
  accountId: AccountId,
  updatedAt: Date,
): Promise<void> {
  const company = { only_row: true, ...operatorCompany, ...operatorTerms, updated_at: updatedAt }
  await db.run(insertCompany, [JSON.stringify(company)])
  const billing = owners.map((owner: DemoOwner) => ({
    account_id: accountId(owner),
    first_name: owner.firstName,
    last_name: owner.lastName,
    company: owner.company,
    ...owner.billingAddress,
    vat_number: owner.vatNumber,
    payment_mode: owner.paymentMode,
    updated_at: updatedAt,
  }))
  await db.run(insertBilling, [JSON.stringify(billing)])
}
