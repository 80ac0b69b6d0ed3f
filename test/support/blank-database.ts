import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { openPool } from '../../src/db/database.ts'
import { withDatabase } from './connection.ts'

/** A database without a single table, and pools on it as if from several processes; dropped when the test is done. */
export async function blankDatabase() {
  const server = inject('testServer')
  const name = `caveau_blank_${randomBytes(6).toString('hex')}`
  const admin = openPool(server, { max: 1, applicationName: 'caveau tests' })
  await admin.query(`create database ${name} template template0`)
  const pools: pg.Pool[] = []
  onTestFinished(async () => {
    await Promise.all(pools.map((pool) => pool.end()))
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  return {
    openPool: () => {
      const pool = openPool(withDatabase(server, name), { max: 3, applicationName: 'caveau tests' })
      pools.push(pool)
      return pool
    },
  }
}
