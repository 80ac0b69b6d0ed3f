import { parisClock } from '../core/calendar/paris-time.ts'
import type { Deps } from '../core/deps.ts'
import { statement } from '../db/statement.ts'
import { at } from './demo-calendar.ts'
import { liveThrough } from './live-through.ts'
import { openOperatorAccess, openOwnerAccount } from './open-accounts.ts'
import { type DemoOwner, owners } from './people.ts'
import { writeBillingSettings } from './write-billing-settings.ts'
import { writeCatalogue } from './write-catalogue.ts'
import { writeCellar } from './write-cellar.ts'
import { writeInvoices } from './write-invoices.ts'
import { writeAddressBooks, writeNotes } from './write-notes.ts'
import { writeOrders } from './write-orders.ts'

type OwnerCredentials = {
  email: string
  password: string
  accessKey: string
  secretKey: string
  bearerToken: string
}
export type DemoCredentials = {
  owners: OwnerCredentials[]
  operator: { email: string; password: string; token: string }
}

const markSeeded = statement('demo.mark-seeded', 'update installation set demo_seeded_at = $1', {})

// Writing three years at once tells of stock that changed long ago, and nobody was there to be told.
const forgetEvents = statement('demo.forget-events', 'delete from events', {})

/** Fills the database with the demo cellar of the day, whole or not at all, and tells its credentials once. */
export async function seedDemo(deps: Deps): Promise<DemoCredentials> {
  const today = parisClock(deps.now()).toPlainDate()
  const story = liveThrough(today)
  const { world } = story
  const opened = at(today.subtract({ months: 37 }), 10)
  return deps.db.transaction(async (db) => {
    // First, since the lock on this row makes two processes that seed at once take turns.
    await db.run(markSeeded, [deps.now()])
    const beforeTheStory: Deps = { ...deps, db, now: () => opened }
    const operator = await openOperatorAccess(beforeTheStory)
    const accountIds = new Map<DemoOwner, number>()
    const credentials: OwnerCredentials[] = []
    for (const owner of owners) {
      const account = await openOwnerAccount(beforeTheStory, owner)
      accountIds.set(owner, account.accountId)
      credentials.push(account.credentials)
    }
    const account = (owner: DemoOwner) => Number(accountIds.get(owner))
    const catalogue = await writeCatalogue(db, world)
    const order = await writeOrders(db, world, account, catalogue)
    await writeCellar(db, world, { ...catalogue, account, order })
    await writeBillingSettings(db, account, opened)
    await writeInvoices(db, story.invoices, account)
    await writeNotes(db, story, account, catalogue)
    await writeAddressBooks(db, today, account)
    await db.run(forgetEvents)
    return { owners: credentials, operator }
  })
}
