import type pg from 'pg'

/** Every table whose rows belong to an account. */
export async function ownedTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t
       using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'account_id' and t.table_type = 'BASE TABLE' order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** How many rows of the account each of these tables holds. */
export async function rowsOf(
  pool: pg.Pool,
  tables: readonly string[],
  accountId: number,
): Promise<Record<string, number>> {
  const counts = tables.map(
    (name) => `select '${name}' as name, count(*)::int as rows from ${name} where account_id = ${accountId}`,
  )
  const { rows } = await pool.query<{ name: string; rows: number }>(counts.join(' union all '))
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]))
}

/** One number a table over all that does not belong to the account. */
export async function checksumBeside(pool: pg.Pool, accountId: number): Promise<Record<string, string>> {
  const owned = await ownedTables(pool)
  const { rows: tables } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const sums = tables.map(({ name }) => {
    const others = owned.includes(name) ? `where account_id is distinct from ${accountId}` : ''
    return `select '${name}' as name, count(*) || ':' || coalesce(sum(hashtext(t::text)::bigint), 0) as sum from ${name} t ${others}`
  })
  const { rows } = await pool.query<{ name: string; sum: string }>(sums.join(' union all '))
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}
