import type { Database } from '../../db/database.ts'
import { int, orNull, statement, text } from '../../db/statement.ts'
import type { LineError } from './import.ts'
import { mostErrors } from './line-errors.ts'

// What only the catalogue and the warehouse can tell of a line. $3 tells whether unknown wines are made.
const faults = `
  select r.line, f.field, f.fault, f.value
  from import_rows r
    left join locations l on l.warehouse_id = $2 and l.code = r.location_code and l.deactivated_at is null
    left join box_codes b on b.code = r.box_code
    cross join lateral (
      select r.wine_id is null and r.found_wine_id is null and (r.name is not null or r.lwin is not null) as is_unknown,
        case when r.name is null then 'lwin' else 'name' end as field, concat_ws(' ', r.lwin, r.name, r.vintage) as title
    ) w
    cross join lateral (values
      ('location', 'location', r.location_code, r.location_code is not null and l.id is null),
      ('box', 'box', r.box_code, r.box_code is not null and b.code is null),
      ('wine_id', 'wine', r.wine_id::text, r.wine_id is not null and r.found_wine_id is null),
      (w.field, 'wine', w.title, w.is_unknown and not $3::boolean),
      (w.field, 'several', w.title, r.fitting_wines > 1),
      ('name', 'needed', null, w.is_unknown and $3 and r.name is null),
      ('color', 'needed', null, w.is_unknown and $3 and r.color is null),
      ('country', 'needed', null, w.is_unknown and $3 and r.country is null),
      ('alcohol', 'needed', null, w.is_unknown and $3 and r.alcohol is null)
    ) f (field, fault, value, is_wrong)
  where r.import_id = $1 and f.is_wrong
    and (l.id is null or b.code is null or r.found_wine_id is null or r.fitting_wines > 1)`
const firstFaults = statement(
  'import-rows.faults',
  `${faults} order by r.line, f.field limit ${mostErrors}`,
  {
    line: int,
    field: text,
    fault: text,
    value: orNull(text),
  },
)
const countFaults = statement(
  'import-rows.count-faults',
  `with faults as (${faults})
   select (select count(*) from faults) as faults,
     (select count(*) from import_rows r where r.import_id = $1 and (r.is_bad or r.line in (select line from faults))) as lines`,
  { faults: int, lines: int },
)

const words: Record<string, string> = {
  location: 'must be the code of a location of this warehouse that is in use',
  box: 'must be a box code of the catalogue',
  wine: 'must be a wine of the catalogue',
  several: 'fits several wines of the catalogue; give the number of the wine',
  needed: 'is required for a wine that is not in the catalogue yet',
}

/** What is wrong with the lines beyond what they say by themselves, and how many lines are bad in any way. */
export async function checkStock(
  db: Database,
  importId: number,
  { warehouseId, makesWines }: { warehouseId: number | null; makesWines: boolean },
  columnOf: (field: string) => string,
): Promise<{ errors: LineError[]; errorCount: number; badLines: number }> {
  const values = [importId, warehouseId, makesWines]
  const counted = await db.row(countFaults, values)
  const found = (counted?.faults ?? 0) > 0 ? await db.rows(firstFaults, values) : []
  const errors = found.map(({ line, field, fault, value }) => ({
    line,
    column: columnOf(field),
    problem: words[fault] ?? 'is not valid',
    value,
  }))
  return { errors, errorCount: counted?.faults ?? 0, badLines: counted?.lines ?? 0 }
}
