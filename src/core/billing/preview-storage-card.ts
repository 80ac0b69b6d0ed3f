import { int, type Page, pagedStatement, statement, text } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { lastFullMonth } from './billing-month.ts'
import { compareStorage } from './storage-days.ts'
import { type NewStorageCard, refuseRepeatedFormats } from './storage-rates.ts'

const accountPage = pagedStatement(
  'billing.preview-accounts',
  (window) => `select id, coalesce(company, name) as name from accounts order by id desc ${window}`,
  { id: int, name: text },
)
const accountCount = statement('billing.preview-account-count', 'select count(*) as total from accounts', {
  total: int,
})

/** Amounts are euro before VAT. */
export type StorageComparison = {
  accountId: number
  name: string
  present: string
  given: string
  difference: string
}

/** What the last full month cost in storage, and what it would have cost under the given card, account by account. */
export async function previewStorageCard(
  deps: Deps,
  card: Pick<NewStorageCard, 'rates' | 'otherPrice'>,
  page: Page,
) {
  refuseRepeatedFormats(card.rates)
  const { db } = deps
  const month = lastFullMonth(deps.now())
  const [accounts, counted] = await Promise.all([db.rows(accountPage(page)), db.row(accountCount)])
  const names = new Map(accounts.map(({ id, name }) => [id, name]))
  const compared = await compareStorage(db, [...names.keys()], month, card)
  const records: StorageComparison[] = compared.map((each) => ({
    ...each,
    name: names.get(each.accountId) ?? '',
  }))
  return { month: month.name, records, total: counted?.total ?? 0 }
}
