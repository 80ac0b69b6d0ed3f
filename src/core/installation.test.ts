import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { StartRefusal } from '../start-refusal.ts'
import type { Deps } from './deps.ts'
import { openInstallation } from './installation.ts'

const secret = 'a secret of thirty-two characters'

async function refusalOf(deps: Deps): Promise<string> {
  const error = await openInstallation(deps).catch((each: unknown) => each)
  expect(error).toBeInstanceOf(StartRefusal)
  return (error as Error).message
}
const change = (deps: Deps, settings: Partial<Deps['settings']>): Deps => ({
  ...deps,
  settings: { ...deps.settings, ...settings },
})

describe('a new database', async () => {
  const { deps, pool } = await testDatabase()

  test('belongs to the environment and the secret that open it first', async () => {
    await pool.query('delete from installation')
    const production = change(deps, { env: 'production', secret })
    expect(await openInstallation(production)).toEqual({ demoSeededAt: null })
    expect(await openInstallation(production)).toEqual({ demoSeededAt: null })
    expect(await refusalOf(change(production, { env: 'preproduction' }))).toBe(
      'This database belongs to production; CAVEAU_ENV says preproduction.',
    )
    expect(await refusalOf(change(production, { secret: `${secret}!` }))).toBe(
      'CAVEAU_SECRET is not the one this database was set up with; its keys would not be recognised.',
    )
  })

  test('opened by many at once belongs to one of them', async () => {
    await pool.query('delete from installation')
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) =>
        openInstallation(change(deps, { secret: `${secret}${index}` })),
      ),
    )
    expect(outcomes.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
  })

  test('does not keep the secret', async () => {
    const { rows } = await pool.query<{ text: string }>('select installation::text as text from installation')
    expect(rows[0]?.text).not.toContain(secret)
    expect(rows[0]?.text).not.toContain(Buffer.from(secret).toString('hex'))
  })
})

describe('the database of the demo', async () => {
  const { deps } = await testDatabase({ content: 'demo' })

  test('tells when it was seeded', async () => {
    expect((await openInstallation(deps)).demoSeededAt).toEqual(deps.now())
  })

  test('is refused in production', async () => {
    expect(await refusalOf(change(deps, { env: 'production', secret }))).toBe(
      'This database holds the demo cellar; production needs a database of its own.',
    )
  })

  test('is refused with another secret', async () => {
    expect(await refusalOf(change(deps, { secret }))).toContain('CAVEAU_SECRET')
  })
})
