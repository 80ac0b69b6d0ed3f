import { type WorkCode, WorkRefusal } from '../../core/work-refusal.ts'
import type { Failure } from './failures.ts'

const workStatuses: Record<WorkCode, number> = {
  step_not_possible: 409,
  order_on_hold: 409,
  taken_by_another: 409,
  wrong_bottle: 409,
  not_all_picked: 409,
  not_enough_stock: 409,
  location_elsewhere: 400,
  already_exists: 409,
  in_use: 409,
  in_force: 409,
  period_not_over: 409,
  import_refused: 400,
  clock_moves: 409,
}

/** A no of the warehouse or the books, which brings its own words. */
export function describeWorkRefusal(error: Error): Failure | undefined {
  if (!(error instanceof WorkRefusal)) return undefined
  const { code: name, message, fields } = error
  const failure = { status: workStatuses[name], name, message }
  return fields.length > 0
    ? { ...failure, details: fields.map(({ field, message: words }) => ({ field, message: words })) }
    : failure
}
