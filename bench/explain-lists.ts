/**
 * Shows how PostgreSQL runs the list queries on 1,000,000 bottles, for an owner of about 1,000, one of 100,000 and one of
 * 500,000. Every plan is made twice, as the driver meets both kinds: for the very values, and for any value.
 *
 *   node bench/explain-lists.ts            the plans and the table
 *   node bench/explain-lists.ts --table    the table alone
 */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { listAddresses } from '../src/core/addresses/addresses.ts'
import { listBottles } from '../src/core/cellar/bottle-reads.ts'
import { readConsolidatedCellar } from '../src/core/cellar/consolidated-cellar.ts'
import { listStockMoves } from '../src/core/cellar/stock-move-reads.ts'
import { verifyLedger } from '../src/core/cellar/verify-ledger.ts'
import { wineComments, winePrices } from '../src/core/cellar/wine-notes.ts'
import { listInvoices } from '../src/core/invoices/invoice-reads.ts'
import { listOrders } from '../src/core/orders/order-reads.ts'
import { listPutaways } from '../src/core/putaways/putaway-reads.ts'
import { type Database, databaseOf, openPool } from '../src/db/database.ts'
import { startEmbeddedServer } from '../src/db/embedded/embedded-server.ts'
import { migrate } from '../src/db/migrate.ts'
import { type Columns, type Row, registeredStatements, type Statement } from '../src/db/statement.ts'

const owners = { '1,000': 3, '100,000': 2, '500,000': 1 } as const
type OwnerSize = keyof typeof owners

const first = { page: 1, count: 30 }
const month = { firstDay: '2025-03-01', lastDay: '2025-03-31' }

/** What the routes call, in the order of the documentation. */
const lists: Record<string, (db: Database, accountId: number) => Promise<unknown>> = {
  'bottles in stock': (db, id) => listBottles(db, id, 'stock', first),
  'bottles in stock, last page': lastPage((db, id, page) => listBottles(db, id, 'stock', page)),
  'bottles to come': (db, id) => listBottles(db, id, 'future', first),
  'consolidated cellar': readConsolidatedCellar,
  transactions: (db, id) => listStockMoves(db, id, {}, first),
  'transactions, last page': lastPage((db, id, page) => listStockMoves(db, id, {}, page)),
  'transactions in': (db, id) => listStockMoves(db, id, { direction: 'in' }, first),
  'transactions out': (db, id) => listStockMoves(db, id, { direction: 'out' }, first),
  'transactions of a month': (db, id) => listStockMoves(db, id, month, first),
  'transactions of a month, in': (db, id) => listStockMoves(db, id, { direction: 'in', ...month }, first),
  'transactions of a month, out': (db, id) => listStockMoves(db, id, { direction: 'out', ...month }, first),
  'get out requests': (db, id) => listOrders(db, id, first),
  putaways: (db, id) => listPutaways(db, id, first),
  invoices: (db, id) => listInvoices(db, id, first),
  addresses: (db, id) => listAddresses(db, id, first),
  'wine comments': wineComments.list,
  'wine prices': winePrices.list,
}

type PagedList = (db: Database, accountId: number, page: typeof first) => Promise<{ total: number }>

function lastPage(list: PagedList) {
  return async (db: Database, accountId: number) => {
    const { total } = await list(silent(db), accountId, first)
    return list(db, accountId, { page: Math.ceil(total / first.count), count: first.count })
  }
}

type Execution = { statement: Statement; values: readonly unknown[] }

/** Runs what it is given and remembers it. */
class Recorder implements Database {
  readonly isTransaction = false
  readonly executions: Execution[] = []
  readonly inner: Database
  constructor(inner: Database) {
    this.inner = inner
  }
  rows<C extends Columns>(statement: Statement<C>, values: readonly unknown[] = []): Promise<Row<C>[]> {
    this.executions.push({ statement, values })
    return this.inner.rows(statement, values)
  }
  async row<C extends Columns>(statement: Statement<C>, values?: readonly unknown[]) {
    return (await this.rows(statement, values))[0]
  }
  run(): Promise<number> {
    throw new Error('A list changes nothing')
  }
  transaction<T>(): Promise<T> {
    throw new Error('A list needs no transaction')
  }
}

const silent = (db: Database): Database => (db instanceof Recorder ? db.inner : db)

type Plan = { text: string; ms: number; pages: number }
type PlanKind = 'custom' | 'generic'

/** The second run of a statement, so that the table shows the work and not the disk. */
async function explain(client: pg.Client, { statement, values }: Execution, kind: PlanKind): Promise<Plan> {
  await client.query(`set plan_cache_mode = force_${kind}_plan`)
  await client.query(`prepare explained as ${statement.text}`)
  const given = values.length > 0 ? `(${values.map(literal).join(', ')})` : ''
  const run = async () => {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers, costs off, summary on) execute explained${given}`,
    )
    return rows.map((row) => row['QUERY PLAN'])
  }
  await run()
  const lines = await run()
  await client.query('deallocate explained')
  return {
    text: lines.join('\n'),
    ms: Number(/Execution Time: ([\d.]+)/.exec(lines.join('\n'))?.[1]),
    pages: pagesOf(lines),
  }
}

/** Pages of 8 KiB that the whole statement touched: the first line about buffers is that of the topmost node. */
function pagesOf(lines: readonly string[]): number {
  const top = lines.find((line) => line.includes('Buffers: shared')) ?? ''
  const sum = (word: string) => Number(new RegExp(`shared.*?${word}=(\\d+)`).exec(top)?.[1] ?? 0)
  return sum('hit') + sum('read')
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(',')}}`)
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value))
}

/** The nodes of a plan without its figures, to see whether two plans go the same way. */
const shapeOf = ({ text }: Plan) =>
  text
    .split('\n')
    .filter((line) => /->|Index Cond|^\w/.test(line) && !/Time|Planning|Buffers/.test(line))
    .map((line) => line.replace(/\(actual.*|\(never.*|\$\d+|'[^']*'(::[\w ]+)?/g, ''))
    .join('\n')

type Plans = { custom: Plan; generic: Plan }
type Measured = { list: string; name: string } & Record<OwnerSize, Plans>

async function explainLists(client: pg.Client, db: Database, showPlans: boolean): Promise<Measured[]> {
  const measured = new Map<string, Partial<Measured>>()
  for (const [list, read] of Object.entries(lists)) {
    for (const [size, accountId] of Object.entries(owners) as [OwnerSize, number][]) {
      const recorder = new Recorder(db)
      await read(recorder, accountId)
      for (const execution of recorder.executions) {
        const name = execution.statement.name ?? `${list} (not prepared)`
        const custom = await explain(client, execution, 'custom')
        // What is not prepared is planned for its values each time.
        const isPrepared = execution.statement.name !== undefined
        const generic = isPrepared ? await explain(client, execution, 'generic') : custom
        const key = `${list} ${name}`
        measured.set(key, { ...measured.get(key), list, name, [size]: { custom, generic } })
        if (!showPlans) continue
        console.log(`\n## ${list}: ${name}, an owner of ${size}\n\n${custom.text}`)
        if (shapeOf(custom) === shapeOf(generic)) continue
        console.log(`\nGoes another way when planned for any value:\n\n${generic.text}`)
      }
    }
  }
  return [...measured.values()] as Measured[]
}

/** A list query that nobody explains would be a gap in the evidence. */
function refuseGaps(measured: readonly Measured[]): void {
  const isOfAList = /\.(page|count|all|children|of-|names|consolidated)/
  const shown = new Set(measured.map(({ name }) => name))
  const missing = registeredStatements()
    .map(({ name = '' }) => name)
    .filter((name) => isOfAList.test(name) && !shown.has(name))
  if (missing.length > 0) throw new Error(`No list runs ${missing.join(', ')}`)
}

function tableOf(measured: readonly Measured[]): string {
  const sizes = Object.keys(owners) as OwnerSize[]
  const figures = ({ ms, pages }: Plan) => `${ms < 10 ? ms.toFixed(2) : ms.toFixed(0)} ms, ${pages}`
  const cell = ({ custom, generic }: Plans) =>
    generic.pages > 2 * custom.pages ? `${figures(custom)}; any value: ${figures(generic)}` : figures(custom)
  return [
    `| List | Statement | ${sizes.join(' | ')} |`,
    `|---|---|${sizes.map(() => '---|').join('')}`,
    ...measured.map(
      (row) => `| ${row.list} | \`${row.name}\` | ${sizes.map((size) => cell(row[size])).join(' | ')} |`,
    ),
  ].join('\n')
}

/** What a caller waits for: the whole list through the pool, after the connections have seen many owners. */
async function timeLists(db: Database): Promise<string> {
  const median = (times: number[]) =>
    times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
  const rows: string[] = []
  for (const [list, read] of Object.entries(lists)) {
    for (let accountId = 3; accountId < 103; accountId++) await read(db, accountId)
    const cells: string[] = []
    for (const accountId of Object.values(owners)) {
      const times: number[] = []
      for (let round = 0; round < 15; round++) {
        const start = performance.now()
        await read(db, accountId)
        times.push(performance.now() - start)
      }
      cells.push(`${median(times).toFixed(1)} ms`)
    }
    rows.push(`| ${list} | ${cells.join(' | ')} |`)
  }
  return [`| List | ${Object.keys(owners).join(' | ')} |`, '|---|---|---|---|', ...rows].join('\n')
}

const said = (start: number, words: string) =>
  console.error(`${((performance.now() - start) / 1000).toFixed(1)} s  ${words}`)

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { table: { type: 'boolean', default: false } } })
  const start = performance.now()
  const dataDir = await mkdtemp(join(tmpdir(), 'caveau-explain-'))
  // Root's PostgreSQL runs as another user, who must be able to pass.
  await chmod(dataDir, 0o755)
  const server = await startEmbeddedServer({ dataDir, fastAndLossy: true })
  const pool = openPool(server.connection, { max: 4, applicationName: 'caveau explain-lists' })
  const client = new pg.Client({ ...server.connection, ssl: false })
  try {
    await client.connect()
    await migrate(pool)
    said(start, 'migrated')
    await client.query(await readFile(new URL('./million-bottles.sql', import.meta.url), 'utf8'))
    said(start, 'filled')
    await client.query('vacuum analyze')
    said(start, 'vacuumed and analyzed')
    const db = databaseOf(pool)
    const { discrepancies, bottles, moves } = await db.transaction(async (within) => {
      // The whole ledger takes longer than a request may.
      await within.run({ text: 'set local statement_timeout = 0', columns: {} })
      return verifyLedger(within)
    })
    if (discrepancies.length > 0) throw new Error(JSON.stringify(discrepancies.slice(0, 5)))
    said(start, `verified ${bottles} bottles and ${moves} ledger rows`)
    const measured = await explainLists(client, db, !values.table)
    refuseGaps(measured)
    console.log(
      `\n# Execution time and pages of 8 KiB touched, by the size of the owner's cellar\n\n${tableOf(measured)}`,
    )
    console.log(`\n# A whole list through the pool, median of 15\n\n${await timeLists(db)}`)
    said(start, 'done')
  } finally {
    await client.end()
    await pool.end()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

await main()
