import type { Import } from './import.ts'

/** What the audit keeps of an import. */
export const auditDetail = (done: Import): Record<string, unknown> => ({
  file: done.fileName,
  state: done.state,
  dry_run: done.isDryRun,
  lines_read: done.linesRead,
  made: done.made,
  known: done.known,
  wines_made: done.winesMade,
})
