import type pg from 'pg'

/** One number per table over all its rows, so that two of them tell whether anything at all was written in between. */
export async function checksumOf(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const sums = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ':' || coalesce(sum(hashtext(t::text)::bigint), 0) as sum from ${name} t`,
  )
  const { rows } = await pool.query<{ name: string; sum: string }>(sums.join(' union all '))
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}
