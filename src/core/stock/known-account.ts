import type { Database } from '../../db/database.ts'
import { int, statement } from '../../db/statement.ts'

const accountById = statement('stock.account', 'select id from accounts where id = $1', { id: int })

export const isAccount = async (db: Database, id: number): Promise<boolean> =>
  (await db.row(accountById, [id])) !== undefined
