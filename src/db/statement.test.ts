import type { Connection, FieldDef, Submittable } from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { pagedStatement, registeredStatements, text } from './statement.ts'

// Loading every module registers every statement.
import.meta.glob(['../**/*.ts', '!../**/*.test.ts', '!../main.ts'], { eager: true })

const { pool } = await testDatabase()

/** Asks the server what a statement would return, without running it. */
class Describe implements Submittable {
  fields: FieldDef[] = []
  readonly done: Promise<void>
  #settle: { resolve: () => void; reject: (error: Error) => void } = { resolve: () => {}, reject: () => {} }
  readonly #text: string
  constructor(text: string) {
    this.#text = text
    this.done = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
  }
  submit = (connection: Connection) => {
    connection.parse({ name: '', text: this.#text, types: [] } as never, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }
  handleRowDescription = (message: { fields: FieldDef[] }) => {
    this.fields = message.fields
  }
  handleError = (error: Error) => this.#settle.reject(error)
  handleReadyForQuery = () => this.#settle.resolve()
}

test('every statement returns the columns that it declares', async () => {
  const statements = registeredStatements()
  expect(statements.length).toBeGreaterThan(50)
  const client = await pool.connect()
  try {
    for (const { name, text: sql, columns } of statements) {
      const query = client.query(new Describe(sql))
      await query.done.catch((error: Error) => {
        throw new Error(`${name}: ${error.message}`)
      })
      const returned = Object.fromEntries(query.fields.map((field) => [field.name, field.dataTypeID]))
      expect(Object.keys(returned).sort(), name).toEqual(Object.keys(columns).sort())
      for (const [column, { oids }] of Object.entries(columns))
        expect(oids, `${name}: ${column}`).toContain(returned[column])
    }
  } finally {
    client.release()
  }
})

test('only the first page of a usual count is prepared, and numbers are the only thing written into it', () => {
  const list = pagedStatement('test.list', (window) => `select id from t ${window}`, { id: text })
  expect(list({ page: 1, count: 30 })).toMatchObject({ name: 'test.list', text: 'select id from t limit 30' })
  expect(list({ page: 1, count: 100 }).name).toBe('test.list.100')
  expect(list({ page: 1, count: 31 })).toEqual({ text: 'select id from t limit 31', columns: { id: text } })
  expect(list({ page: 3, count: 30 }).text).toBe('select id from t limit 30 offset 60')
  expect(list({ page: Number.MAX_SAFE_INTEGER, count: 1000 }).text).toContain('offset 9007199254740990000')
  expect(() => list({ page: 1, count: '1; drop table t' as unknown as number })).toThrow()
})
