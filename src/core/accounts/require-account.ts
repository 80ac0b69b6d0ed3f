import type { Database } from '../../db/database.ts'
import { int, statement } from '../../db/statement.ts'
import { notFound } from '../problems.ts'

const accountById = statement('accounts.exists', 'select id from accounts where id = $1', { id: int })

/** For lists of what belongs to an account: one that there is not has no list, rather than an empty one. */
export async function requireAccount(db: Database, accountId: number): Promise<void> {
  if (!(await db.row(accountById, [accountId]))) throw notFound()
}
