import type { Database } from '../../db/database.ts'
import { int, statement } from '../../db/statement.ts'
import { WorkRefusal } from '../work-refusal.ts'

// All of them, and by id: who comes second waits at the first, and then sees who is left.
const activeAdmins = statement(
  'staff.lock-admins',
  `select id from staff where role = 'admin' and deactivated_at is null order by id for no key update`,
  { id: int },
)

/** Before an admin loses their role or is shut out. To be the first lock of its transaction. */
export async function refuseLastAdmin(db: Database, id: number): Promise<void> {
  const ids = (await db.rows(activeAdmins)).map((admin) => admin.id)
  if (ids.includes(id) && ids.length === 1)
    throw new WorkRefusal(
      'step_not_possible',
      'This is the last active admin. Make somebody else an admin first.',
    )
}
