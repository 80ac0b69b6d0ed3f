import type { Database } from '../../db/database.ts'
import { int, type Page, pagedStatement, type Row, statement, text } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { WorkRefusal } from '../work-refusal.ts'

const productRow = { id: int, name: text, description: text }
/** Something the operator sells, for the lines of invoices. */
export type Product = Row<typeof productRow>

const productPage = pagedStatement(
  'products.page',
  (window) => `select id, name, description from products order by id desc ${window}`,
  productRow,
)
const productCount = statement('products.count', 'select count(*) as total from products', { total: int })
const insertProduct = statement(
  'products.insert',
  `insert into products (name, description) values ($1, $2) on conflict (name) do nothing returning id, name, description`,
  productRow,
)

export async function listProducts(db: Database, page: Page) {
  const [records, counted] = await Promise.all([db.rows(productPage(page)), db.row(productCount)])
  return { records, total: counted?.total ?? 0 }
}

export async function createProduct(
  deps: Deps,
  { name, description }: Omit<Product, 'id'>,
): Promise<Product> {
  const made = await deps.db.row(insertProduct, [name, description])
  if (!made)
    throw new WorkRefusal('already_exists', `There is a product called ${name} already.`, [
      { field: 'name', message: 'is the name of another product' },
    ])
  return made
}
