import type pg from 'pg'

const wine = (alias: string) =>
  `(select concat_ws(', ', w.name, w.appellation, w.color, w.vintage) from wines w where w.id = ${alias}.wine_id)`
const place = (column: string) =>
  `(select h.name || ' ' || l.code from locations l join warehouses h on h.id = l.warehouse_id where l.id = ${column})`

const queries: Record<string, string> = {
  bottles: `select ${wine('b')} as wine, b.format_ml, b.box_code, b.detail, b.state, ${place('b.location_id')} as place,
    b.stored_at, b.created_at, b.updated_at from bottles b where b.account_id = $1 order by b.id`,
  moves: `select m.kind, ${wine('m')} as wine, m.format_ml, ${place('m.from_location_id')} as start,
    ${place('m.to_location_id')} as goal, m.comment, m.created_at from stock_moves m where m.account_id = $1 order by m.id`,
  putaways: `select p.status, p.shipper, p.reference, p.expected_on, p.arrived_at, p.received_by, p.parcels, p.counted_at,
    p.validated_at, p.created_at, p.updated_at, (select name from warehouses where id = p.warehouse_id) as warehouse
    from putaways p where p.account_id = $1 order by p.id`,
  putawayLines: `select ${wine('l')} as wine, l.format_ml, l.box_code, l.announced, l.received, l.broken
    from putaway_lines l where l.account_id = $1 order by l.putaway_id, 1, 2, 3`,
  putawayCounts: `select ${wine('c')} as wine, ${place('c.location_id')} as place, c.quantity
    from putaway_counts c where c.account_id = $1 order by c.putaway_id, 1, 2`,
  putawaySteps: `select s.step, s.staff_name, s.created_at from putaway_steps s where s.account_id = $1 order by s.id`,
  comments: `select ${wine('n')} as wine, n.format_ml, n.comment, n.created_at from wine_comments n
    where n.account_id = $1 order by n.id`,
  prices: `select ${wine('n')} as wine, n.format_ml, n.price, n.created_at from wine_prices n
    where n.account_id = $1 order by n.id`,
  addresses: `select to_jsonb(a) - 'id' - 'account_id' as address from addresses a where a.account_id = $1 order by a.id`,
  orders: 'select status from orders where account_id = $1',
  events: 'select subject from events where account_id = $1',
}

/** Everything an account holds, with names in the place of ids, so that two accounts can be compared. */
export async function contentOf(pool: pg.Pool, accountId: number): Promise<Record<string, unknown[]>> {
  const content: Record<string, unknown[]> = {}
  for (const [name, query] of Object.entries(queries))
    content[name] = (await pool.query(query, [accountId])).rows
  return content
}
