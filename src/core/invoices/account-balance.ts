import { decimal, type Row, statement } from '../../db/statement.ts'
import { requireAccount } from '../accounts/require-account.ts'
import { parisClock } from '../calendar/paris-time.ts'
import type { Deps } from '../deps.ts'
import { atTimeOf } from '../sandbox/account-clock.ts'

const balanceRow = { billed: decimal, paid: decimal, open: decimal, overdue: decimal }
/** Euro with VAT. Credit notes lessen what is billed; `open` below zero is owed to the account. */
export type AccountBalance = Row<typeof balanceRow>

const balanceOf = statement(
  'invoices.balance',
  `select coalesce(sum(total), 0.00) as billed, coalesce(sum(paid), 0.00) as paid, coalesce(sum(total), 0.00) - coalesce(sum(paid), 0.00) as open,
     coalesce(sum(open_amount) filter (where open_amount > 0 and due_on < $2), 0.00) as overdue
   from invoices where account_id = $1 and validated_at is not null`,
  balanceRow,
)
const nothing: AccountBalance = { billed: '0.00', paid: '0.00', open: '0.00', overdue: '0.00' }

export async function getAccountBalance(deps: Deps, accountId: number): Promise<AccountBalance> {
  await requireAccount(deps.db, accountId)
  const { db, now } = await atTimeOf(deps, accountId)
  const today = parisClock(now()).toPlainDate().toString()
  return (await db.row(balanceOf, [accountId, today])) ?? nothing
}
