import type { Database } from '../../db/database.ts'
import { statement, text } from '../../db/statement.ts'

// From one color straight to the next on the index: what it costs follows the colors, not the wines.
const colors = statement(
  'wines.colors',
  `with recursive color (name) as (
     (select color from wines order by color limit 1)
     union all
     select (select w.color from wines w where w.color > color.name order by w.color limit 1) from color where name is not null
   ) select name from color where name is not null order by name`,
  { name: text },
)

/** The colors that the catalogue's wines have. */
export const listColors = async (db: Database): Promise<string[]> =>
  (await db.rows(colors)).map(({ name }) => name)
