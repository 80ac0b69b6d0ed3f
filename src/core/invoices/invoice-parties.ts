import type { Database } from '../../db/database.ts'
import { type AccountBilling, findAccountBilling } from '../billing/account-billing.ts'
import { findCompany, type OperatorCompany } from '../billing/operator-company.ts'
import { WorkRefusal } from '../work-refusal.ts'
import type { BilledBy, BilledTo } from './invoice-reads.ts'

/** Who bills whom, as it will be printed. */
export type Parties = {
  company: OperatorCompany
  billing: AccountBilling
  billedBy: BilledBy
  billedTo: BilledTo
}

/** The same as far as it is filled in, to show what a draft would look like. */
export async function findParties(db: Database, accountId: number) {
  const [company, billing] = await Promise.all([findCompany(db), findAccountBilling(db, accountId)])
  return {
    ...(company && { company, billedBy: toBilledBy(company) }),
    ...(billing && { billing, billedTo: toBilledTo(billing) }),
  }
}

/** Refuses with what is to be filled in before anything can be issued. */
export async function getParties(db: Database, accountId: number): Promise<Parties> {
  const { company, billing, billedBy, billedTo } = await findParties(db, accountId)
  if (company && billing && billedBy && billedTo) return { company, billing, billedBy, billedTo }
  const missing = [
    ...(company ? [] : [{ field: 'company', message: 'is to be filled in with PUT /operator/company' }]),
    ...(billing
      ? []
      : [
          {
            field: 'billing',
            message: `is to be filled in with PUT /operator/accounts/${accountId}/billing`,
          },
        ]),
  ]
  const what = missing.map(({ field }) =>
    field === 'company' ? "the operator's company" : "the account's billing address",
  )
  throw new WorkRefusal(
    'step_not_possible',
    `The invoice needs ${what.join(' and ')}. Fill in what is missing, then try again.`,
    missing,
  )
}

const toBilledBy = (company: OperatorCompany): BilledBy => ({
  name: company.name,
  street1: company.street1,
  street2: company.street2,
  city: company.city,
  zipcode: company.zipcode,
  country: company.country,
  siret: company.siret,
  vat_number: company.vatNumber,
  iban: company.iban,
})

const toBilledTo = (billing: AccountBilling): BilledTo => ({
  firstname: billing.firstName,
  lastname: billing.lastName,
  company: billing.company,
  street1: billing.street1,
  street2: billing.street2,
  city: billing.city,
  zipcode: billing.zipcode,
  country: billing.country,
  vat_number: billing.vatNumber,
})
