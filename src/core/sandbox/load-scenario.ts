import type { Database } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { inParis } from '../calendar/paris-time.ts'
import type { Deps } from '../deps.ts'
import { inTurn } from '../orders/take-turn.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { resetAccount } from './empty-account.ts'
import { fillAccount } from './fill-account.ts'
import { findOrMakeCatalogue } from './scenario-catalogue.ts'
import { type CellarSize, sizeOf } from './scenario-cellar.ts'
import { getScenario } from './scenarios.ts'

export type LoadedScenario = CellarSize & { name: string; loadedAt: Date }

// Whoever moves the clock holds the row for a while; nobody gets hold of it after this until the scenario is loaded.
const markLoaded = statement(
  'sandboxes.mark-loaded',
  `insert into sandboxes (account_id, scenario, scenario_loaded_at) values ($1, $2, $3)
   on conflict (account_id) do update set scenario = excluded.scenario, scenario_loaded_at = excluded.scenario_loaded_at
   where sandboxes.moving_until is null or sandboxes.moving_until <= clock_timestamp()`,
  {},
)

/**
 * Empties the account and fills it with a scenario, all of it or nothing, in its turn: orders of the account come before it or
 * after it. The same scenario on the same day is always the same cellar, but for its ids. Listeners are told nothing: whoever
 * loads a scenario knows.
 */
export async function loadScenario(deps: Deps, accountId: number, name: string): Promise<LoadedScenario> {
  const scenario = getScenario(name)
  const cellar = scenario.cellar()
  return inTurn(deps.db, accountId, async (db) => {
    const within = { ...deps, db }
    const loadedAt = deps.now()
    await markScenario(db, accountId, name, loadedAt)
    await resetAccount(db, accountId, async () => {
      const today = inParis(loadedAt).toPlainDate()
      const ids = await findOrMakeCatalogue(within, cellar)
      await fillAccount(db, { accountId, today, ids }, cellar)
    })
    return { name, loadedAt, ...sizeOf(cellar) }
  })
}

async function markScenario(db: Database, accountId: number, name: string, loadedAt: Date): Promise<void> {
  if ((await db.run(markLoaded, [accountId, name, loadedAt])) > 0) return
  throw new WorkRefusal(
    'clock_moves',
    'The clock of this account is being moved. Load the scenario when it has arrived.',
  )
}
