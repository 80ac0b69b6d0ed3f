import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import type { TestProject } from 'vitest/node'
import { openFileStore } from '../../src/core/files/open-file-store.ts'
import { openInstallation } from '../../src/core/installation.ts'
import { type Connection, databaseOf, openPool } from '../../src/db/database.ts'
import { startEmbeddedServer } from '../../src/db/embedded/embedded-server.ts'
import { migrate } from '../../src/db/migrate.ts'
import { type DemoCredentials, seedDemo } from '../../src/demo/seed-demo.ts'
import { withDatabase } from './connection.ts'
import { testNow, testSettings } from './settings.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: Connection
    emptyTemplate: string
    demoTemplate: string
    demoCredentials: DemoCredentials
  }
}

type Server = { connection: Connection; stop: () => Promise<void> }

/** One server for the whole run, and two databases on it that test files get copies of: an empty one and the demo. */
export default async function setup(project: TestProject) {
  const server = await openTestServer()
  const emptyTemplate = `caveau_empty_${process.pid}`
  const demoTemplate = `caveau_demo_${process.pid}`
  const admin = openPool(server.connection, { max: 1, applicationName: 'caveau tests' })
  const fill = async (database: string, work: (pool: Pool) => Promise<void>) => {
    const pool = openPool(withDatabase(server.connection, database), {
      max: 2,
      applicationName: 'caveau tests',
    })
    await work(pool)
    await pool.end()
  }
  const settings = testSettings()
  const files = await openFileStore(settings)
  const depsOf = (pool: Pool) => ({ db: databaseOf(pool), files, now: () => testNow, settings })

  await admin.query(`create database ${emptyTemplate}`)
  await fill(emptyTemplate, async (pool) => {
    await migrate(pool)
    await openInstallation(depsOf(pool))
  })
  await admin.query(`create database ${demoTemplate} template ${emptyTemplate}`)
  await fill(demoTemplate, async (pool) => {
    project.provide('demoCredentials', await seedDemo(depsOf(pool)))
  })
  project.provide('testServer', server.connection)
  project.provide('emptyTemplate', emptyTemplate)
  project.provide('demoTemplate', demoTemplate)

  return async () => {
    await admin.query(`drop database ${demoTemplate} with (force)`)
    await admin.query(`drop database ${emptyTemplate} with (force)`)
    await admin.end()
    await server.stop()
  }
}

async function openTestServer(): Promise<Server> {
  const url = process.env.TEST_DATABASE_URL
  if (process.env.CAVEAU_TEST_SERVER === 'external' && url)
    return { connection: { connectionString: url }, stop: async () => {} }
  const dataDir = await mkdtemp(join(tmpdir(), 'caveau-test-'))
  // As root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755)
  const { connection, stop } = await startEmbeddedServer({ dataDir, fastAndLossy: true })
  return {
    connection,
    stop: async () => {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
