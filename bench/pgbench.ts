import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { OrderRecord } from '../src/core/orders/order-record.ts'
import type { Connection } from '../src/db/database.ts'
import { registeredStatements } from '../src/db/statement.ts'
import type { Figures } from './measure.ts'
import { bottlesPerWine } from './order-cellars.ts'

type Choice = { accounts: [number, number]; lastFirstWine: number; record: OrderRecord }

/** The service's own statement with its parameters written as pgbench variables. */
export function orderScript({ accounts: [from, to], lastFirstWine, record }: Choice): string {
  const statement = registeredStatements().find(({ name }) => name === 'orders.open-whole')
  const values: Record<string, string> = {
    $1: ':account::bigint',
    $2: 'array[:wine, :wine + 1, :wine + 2]',
    $3: 'array[750, 750, 750]',
    $4: `array['', '', '']`,
    $5: `array[${Array(3).fill(bottlesPerWine)}]`,
    // pgbench takes a colon before a letter for one of its variables.
    $6: `'${JSON.stringify(record).replaceAll('":', '": ')}'`,
    $7: 'now()',
  }
  const text = statement?.text
    .replaceAll(/\$\d/g, (parameter) => values[parameter] ?? parameter)
    .replaceAll('\n', ' ')
  return `\\set account random(${from}, ${to})\n\\set wine random(1, ${lastFirstWine})\n${text};\n`
}

/** Runs a script through pgbench; undefined where it is not installed. */
export async function pgbench(
  server: Connection,
  script: string,
  clients: number,
  seconds: number,
): Promise<Figures | undefined> {
  if (!('host' in server)) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'caveau-pgbench-'))
  const { host, port, user, database } = server
  const place = ['-h', host, '-p', String(port), '-U', user, '-d', database]
  const load = ['-n', '-M', 'prepared', '-f', 'order.sql', '-c', String(clients), '-T', String(seconds), '-l']
  try {
    await writeFile(join(folder, 'order.sql'), script)
    const { stdout } = await promisify(execFile)('pgbench', [...load, ...place], { cwd: folder })
    return {
      ...(await latencies(folder)),
      perSecond: Number(/tps = ([\d.]+)/.exec(stdout)?.[1]),
      failures: 0,
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function latencies(folder: string) {
  const logs = (await readdir(folder)).filter((name) => name.startsWith('pgbench_log'))
  const texts = await Promise.all(logs.map((name) => readFile(join(folder, name), 'utf8')))
  const tookMs = texts
    .flatMap((text) => text.trim().split('\n'))
    .map((line) => Number(line.split(' ')[2]) / 1000)
    .sort((one, other) => one - other)
  const at = (share: number) => tookMs[Math.floor(tookMs.length * share)] ?? Number.NaN
  return { p50Ms: at(0.5), p99Ms: at(0.99) }
}
