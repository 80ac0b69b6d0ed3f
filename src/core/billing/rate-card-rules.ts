import type { Database } from '../../db/database.ts'
import { parisClock } from '../calendar/paris-time.ts'
import type { Deps } from '../deps.ts'
import { invalidField, notFound } from '../problems.ts'
import { WorkRefusal } from '../work-refusal.ts'

const todayOf = (now: Date): string => parisClock(now).toPlainDate().toString()

/** What was billed by past days must stay true. */
export function refusePastDay(validFrom: string, now: Date): void {
  if (validFrom < todayOf(now)) throw invalidField('valid_from', `must be today (${todayOf(now)}) or later`)
}

export const refuseTakenDay = (validFrom: string) =>
  new WorkRefusal(
    'already_exists',
    `There is a card from ${validFrom} on already. Delete it first if it is not in force, or choose another day.`,
    [{ field: 'valid_from', message: 'is the day of another card' }],
  )

type Card = { validFrom: string }
type Deletion<T extends Card> = {
  find: (db: Database) => Promise<T | undefined>
  remove: (db: Database, today: string) => Promise<number>
}

/** Removes a card unless it is in force, which it is from the morning of its day. */
export const deleteFutureCard = <T extends Card>(deps: Deps, { find, remove }: Deletion<T>): Promise<T> =>
  deps.db.transaction(async (db) => {
    const card = await find(db)
    if (!card) throw notFound()
    if ((await remove(db, todayOf(deps.now()))) === 0)
      throw new WorkRefusal(
        'in_force',
        `The card from ${card.validFrom} on is or was in force and stays on record. Create a card for a later day instead.`,
      )
    return card
  })

/** The card in force on a day. Days before the first card take the first. Cards come in the order of their days. */
export function cardOn<T extends Card>(cards: readonly T[], onDay: string): T {
  const card = cards.findLast(({ validFrom }) => validFrom <= onDay) ?? cards[0]
  if (!card) throw new Error('There is no rate card')
  return card
}
