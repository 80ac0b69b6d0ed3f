import type { InvalidField } from './problems.ts'

/** Every way in which the work of the warehouse and the books can be impossible. */
export type WorkCode =
  | 'step_not_possible'
  | 'order_on_hold'
  | 'taken_by_another'
  | 'wrong_bottle'
  | 'not_all_picked'
  | 'not_enough_stock'
  | 'location_elsewhere'
  | 'already_exists'
  | 'in_use'
  | 'in_force'
  | 'period_not_over'
  | 'import_refused'
  | 'clock_moves'

/** A no of the operator's side. It has one speaker, so unlike a Refusal it carries its words. */
export class WorkRefusal extends Error {
  readonly code: WorkCode
  readonly fields: readonly InvalidField[]
  constructor(code: WorkCode, message: string, fields: readonly InvalidField[] = []) {
    super(message)
    this.code = code
    this.fields = fields
  }
}
