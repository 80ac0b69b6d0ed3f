import type pg from 'pg'
import { testNow } from './settings.ts'

/** The afternoon before a public day of another year, a minute before the cut-off. */
export const shownThen = new Date('2027-07-13T12:59:00+02:00')

/** Sets the clock of an account, without anything happening on the way; it stands still unless told otherwise. */
export async function showClock(
  pool: pg.Pool,
  accountId: number,
  shownAt: Date | null = shownThen,
  { isFrozen = shownAt !== null, setAt = testNow }: { isFrozen?: boolean; setAt?: Date } = {},
): Promise<void> {
  await pool.query(
    `insert into sandboxes (account_id, shown_at, set_at, is_frozen) values ($1, $2, $3, $4)
     on conflict (account_id) do update set shown_at = excluded.shown_at, set_at = excluded.set_at, is_frozen = excluded.is_frozen`,
    [accountId, shownAt, shownAt && setAt, isFrozen],
  )
}
