import { bytes, instant, orNull, statement, text } from '../db/statement.ts'
import { StartRefusal } from '../start-refusal.ts'
import { digest, sameDigest } from './accounts/secrets.ts'
import type { Deps } from './deps.ts'
import { numberEventsOn } from './events/number-on.ts'

const insertInstallation = statement(
  'installation.insert',
  `insert into installation (environment, secret_check, created_at) values ($1, $2, $3) on conflict do nothing`,
  {},
)
const readInstallation = statement(
  'installation.read',
  `select environment, secret_check as "secretCheck", demo_seeded_at as "demoSeededAt" from installation`,
  { environment: text, secretCheck: bytes, demoSeededAt: orNull(instant) },
)

/** Marks a new database as belonging to this environment and secret, and refuses one that belongs to another. */
export async function openInstallation(deps: Deps): Promise<{ demoSeededAt: Date | null }> {
  const { env, secret } = deps.settings
  const secretCheck = digest(secret, 'caveau installation')
  await deps.db.run(insertInstallation, [env, secretCheck, deps.now()])
  const found = await deps.db.row(readInstallation)
  if (!found) throw new Error('The installation row is missing')
  if (env === 'production' && found.demoSeededAt)
    throw new StartRefusal('This database holds the demo cellar; production needs a database of its own.')
  if (found.environment !== env)
    throw new StartRefusal(`This database belongs to ${found.environment}; CAVEAU_ENV says ${env}.`)
  if (!sameDigest(found.secretCheck, secretCheck))
    throw new StartRefusal(
      'CAVEAU_SECRET is not the one this database was set up with; its keys would not be recognised.',
    )
  await numberEventsOn(deps.db)
  return { demoSeededAt: found.demoSeededAt }
}
