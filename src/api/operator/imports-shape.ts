import Type, { type Static } from 'typebox'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import { type Import, importKinds, importStates } from '../../core/imports/import.ts'
import { OrNull } from '../shared/schemas.ts'

const summary = {
  id: Type.Integer(),
  kind: Type.Enum([...importKinds]),
  account_id: OrNull(Type.Integer()),
  warehouse_id: OrNull(Type.Integer()),
  file_name: Type.String(),
  state: Type.Enum([...importStates]),
  dry_run: Type.Boolean(),
  create_wines: Type.Boolean(),
  again: Type.Boolean(),
  size_bytes: OrNull(Type.Integer()),
  lines_read: Type.Integer({ description: 'So far, and in the end without the header and empty lines' }),
  lines_bad: Type.Integer(),
  made: Type.Integer({ description: 'Wines, or bottles' }),
  known: Type.Integer({ description: 'Lines of wines that the catalogue had already' }),
  wines_made: Type.Integer(),
  encoding: OrNull(Type.String({ description: 'utf-8, utf-8-bom, utf-16le, utf-16be or windows-1252' })),
  separator: OrNull(Type.String()),
  decimal_mark: OrNull(
    Type.String({ description: 'A comma, a point, both, or null when no number had one' }),
  ),
  columns: Type.Array(Type.Object({ column: Type.String(), read_as: Type.String() })),
  columns_passed_over: Type.Array(Type.String()),
  failure: OrNull(Type.String({ description: 'Why it was refused or failed' })),
  error_count: Type.Integer(),
  staff_id: OrNull(Type.Integer()),
  staff_name: Type.String(),
  created_at: Type.String(),
  finished_at: OrNull(Type.String()),
}
export const ImportSummaryShape = Type.Object(summary)
export const ImportShape = Type.Object({
  ...summary,
  errors: Type.Array(
    Type.Object({
      line: Type.Integer(),
      column: OrNull(Type.String()),
      message: Type.String(),
      value: OrNull(Type.String()),
    }),
  ),
})

export const fromImportSummary = (each: Import): Static<typeof ImportSummaryShape> => ({
  id: each.id,
  kind: each.kind,
  account_id: each.accountId,
  warehouse_id: each.warehouseId,
  file_name: each.fileName,
  state: each.state,
  dry_run: each.isDryRun,
  create_wines: each.makesWines,
  again: each.isAgain,
  size_bytes: each.sizeBytes,
  lines_read: each.linesRead,
  lines_bad: each.linesBad,
  made: each.made,
  known: each.known,
  wines_made: each.winesMade,
  encoding: each.report.encoding ?? null,
  separator: each.report.separator ?? null,
  decimal_mark: each.report.decimalMark ?? null,
  columns: (each.report.columns ?? []).map(({ column, field }) => ({ column, read_as: field })),
  columns_passed_over: each.report.passedOver ?? [],
  failure: each.failure,
  error_count: each.report.errorCount ?? 0,
  staff_id: each.staffId,
  staff_name: each.staffName,
  created_at: parisTimestamp(each.createdAt),
  finished_at: each.finishedAt && parisTimestamp(each.finishedAt),
})

export const fromImport = (each: Import): Static<typeof ImportShape> => ({
  ...fromImportSummary(each),
  errors: (each.report.errors ?? []).map(({ line, column, problem, value }) => ({
    line,
    column,
    message: problem,
    value,
  })),
})
