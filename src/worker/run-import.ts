import type { JobHelpers } from 'graphile-worker'
import type { Deps } from '../core/deps.ts'
import { runImportJob } from '../core/imports/import-job.ts'

/** Runs one import. What goes wrong on our side is tried again later, by the worker's own growing pauses. */
export const makeImportRunner =
  (deps: Deps) =>
  (payload: unknown, { job }: Pick<JobHelpers, 'job'>): Promise<void> =>
    runImportJob(deps, (payload as { importId: number }).importId, job.attempts >= job.max_attempts)
