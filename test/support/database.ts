import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, inject } from 'vitest'
import type { Deps } from '../../src/core/deps.ts'
import { openFileStore } from '../../src/core/files/open-file-store.ts'
import { databaseOf, openPool } from '../../src/db/database.ts'
import { urlOf, withDatabase } from './connection.ts'
import { testNow, testSettings } from './settings.ts'

type Choice = { content?: 'empty' | 'demo'; environment?: NodeJS.ProcessEnv }

/** A database of the calling test file's own, empty or with the demo cellar, dropped when the file is done. */
export async function testDatabase({ content = 'empty', environment = {} }: Choice = {}) {
  const server = inject('testServer')
  const name = `caveau_test_${randomBytes(6).toString('hex')}`
  const admin = openPool(server, { max: 1, applicationName: 'caveau tests' })
  await admin.query(
    `create database ${name} template ${inject(content === 'demo' ? 'demoTemplate' : 'emptyTemplate')}`,
  )
  const connection = withDatabase(server, name)
  const dataDir = await mkdtemp(join(tmpdir(), 'caveau-files-'))
  const pool = openPool(connection, { max: 10, applicationName: 'caveau tests' })
  afterAll(async () => {
    await pool.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
    await rm(dataDir, { recursive: true, force: true })
  })
  const db = databaseOf(pool)
  const settings = testSettings({ DATA_DIR: dataDir, ...environment })
  const clock = { now: testNow }
  const files = await openFileStore(settings)
  const deps: Deps = { db, files, now: () => clock.now, settings }
  return { db, pool, deps, settings, clock, databaseUrl: urlOf(connection) }
}
