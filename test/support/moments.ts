import type pg from 'pg'

/** Every moment that any table holds of an account, by table and column, without those of the given one, which it had before. */
export async function momentsOf(
  pool: pg.Pool,
  accountId: number,
  before: Date,
): Promise<Record<string, Date[]>> {
  const { rows: columns } = await pool.query<{ table: string; column: string }>(
    `select c.table_name as table, c.column_name as column from information_schema.columns c
     where c.table_schema = 'public' and c.data_type = 'timestamp with time zone' and exists (
       select from information_schema.columns o
       where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'account_id')
     order by 1, 2`,
  )
  const moments: Record<string, Date[]> = {}
  for (const { table, column } of columns) {
    const { rows } = await pool.query<{ at: Date }>(
      `select distinct ${column} as at from ${table} where account_id = $1 and ${column} <> $2`,
      [accountId, before],
    )
    if (rows.length > 0) moments[`${table}.${column}`] = rows.map(({ at }) => at)
  }
  return moments
}
