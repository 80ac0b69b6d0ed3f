import type { Database } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import type { StagedLine } from './stage-line.ts'

const insertLines = statement(
  'import-rows.insert',
  `insert into import_rows (import_id, line, is_bad, wine_id, lwin, name, color, country, region, appellation, ranking, description,
     vintage, alcohol, format_ml, quantity, box_code, location_code, detail, stored_at)
   select $1, r.* from json_to_recordset($2::json) as r (line int, is_bad boolean, wine_id bigint, lwin text, name text, color text,
     country text, region text, appellation text, ranking text, description text, vintage int, alcohol numeric, format_ml int,
     quantity int, box_code text, location_code text, detail text, stored_at timestamptz)`,
  {},
)
const deleteLines = statement('import-rows.delete', 'delete from import_rows where import_id = $1', {})

const mostLines = 1000
const mostCharacters = 1_000_000

/** Lays the lines of a file down in pieces, so that only two of them are ever in memory: one is read while the other is written. */
export class Staging {
  readonly #db: Database
  readonly #importId: number
  #lines: string[] = []
  #characters = 0
  #writing: Promise<unknown> = Promise.resolve()

  constructor(db: Database, importId: number) {
    this.#db = db
    this.#importId = importId
  }

  /** Whether a piece is on its way. */
  async add(line: StagedLine): Promise<boolean> {
    const text = JSON.stringify(line)
    this.#lines.push(text)
    this.#characters += text.length
    if (this.#lines.length < mostLines && this.#characters < mostCharacters) return false
    await this.#writePiece()
    return true
  }

  async flush(): Promise<void> {
    await this.#writePiece()
    await this.#writing
  }

  async #writePiece(): Promise<void> {
    await this.#writing
    if (this.#lines.length === 0) return
    const lines = `[${this.#lines.join(',')}]`
    this.#lines = []
    this.#characters = 0
    this.#writing = this.#db.run(insertLines, [this.#importId, lines])
    // What goes wrong is thrown where it is waited for.
    this.#writing.catch(() => {})
  }

  async clear(): Promise<void> {
    await this.#db.run(deleteLines, [this.#importId])
  }
}
