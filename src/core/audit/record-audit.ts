import type { Database } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'

/** Who acted, and from where. */
export type Origin =
  | {
      via: 'session' | 'token'
      staffId: number
      staffName: string
      tokenId: number | null
      address: string
      requestId: string
    }
  | { via: 'command line' | 'job'; staffName: string }

/** What was done. `action` names the kind of record first: `order.ship`. */
export type Deed = {
  action: string
  accountId?: number | null
  subjectId?: number | null
  detail?: Record<string, unknown>
}

const insertEntry = statement(
  'audit.insert',
  `insert into audit_entries (created_at, staff_id, staff_name, via, token_id, address, request_id, action, account_id,
     subject_id, detail) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
  {},
)

/** Written in the transaction of the deed, so that neither is there without the other. */
export async function recordAudit(db: Database, origin: Origin, deed: Deed, now: Date): Promise<void> {
  const person = 'staffId' in origin ? origin : undefined
  await db.run(insertEntry, [
    now,
    person?.staffId ?? null,
    origin.staffName,
    origin.via,
    person?.tokenId ?? null,
    person?.address ?? null,
    person?.requestId ?? null,
    deed.action,
    deed.accountId ?? null,
    deed.subjectId ?? null,
    JSON.stringify(deed.detail ?? {}),
  ])
}
