import type { Database } from '../../db/database.ts'
import {
  bool,
  instant,
  int,
  orNull,
  type Page,
  pagedStatement,
  type Row,
  statement,
  text,
} from '../../db/statement.ts'
import { notFound } from '../problems.ts'

const contentRow = {
  id: int,
  accountId: int,
  accountName: text,
  wineId: int,
  wineName: text,
  vintage: int,
  formatMl: int,
  boxCode: text,
  orderId: orNull(int),
  isPicked: bool,
  storedAt: orNull(instant),
}
export type ContentBottle = Row<typeof contentRow>

const locationByCode = statement(
  'stock.location-by-code',
  'select id from locations where warehouse_id = $1 and code = $2',
  { id: int },
)
const there = `location_id = $1 and state = 'stored'`
const contentPage = pagedStatement(
  'stock.location-content',
  (window) => `
    with page as (select account_id, id from bottles where ${there} order by id desc ${window})
    select b.id, b.account_id as "accountId", a.name as "accountName", b.wine_id as "wineId", w.name as "wineName", w.vintage,
      b.format_ml as "formatMl", b.box_code as "boxCode", b.order_id as "orderId", b.picked_at is not null as "isPicked",
      b.stored_at as "storedAt"
    from page join bottles b on b.account_id = page.account_id and b.id = page.id
      join wines w on w.id = b.wine_id join accounts a on a.id = b.account_id
    order by b.id desc`,
  contentRow,
)
const contentCount = statement(
  'stock.location-content-count',
  `select count(*) as total from bottles where ${there}`,
  { total: int },
)

/** Everything that lies at a location, whoever owns it. */
export async function listLocationContent(
  db: Database,
  { warehouseId, code }: { warehouseId: number; code: string },
  page: Page,
) {
  const location = await db.row(locationByCode, [warehouseId, code])
  if (!location) throw notFound()
  const [records, counted] = await Promise.all([
    db.rows(contentPage(page), [location.id]),
    db.row(contentCount, [location.id]),
  ])
  return { records, total: counted?.total ?? 0 }
}
