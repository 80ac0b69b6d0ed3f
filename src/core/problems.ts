import type { Environment } from '../config.ts'

/** Every way in which the business says no. Each wire version has one exhaustive switch that puts them into words. */
export type Problem =
  | { code: 'credentials_invalid' }
  | { code: 'credentials_of_other_environment'; madeIn: Environment; here: Environment }
  | { code: 'rights_insufficient' }
  | { code: 'account_blocked' }
  | { code: 'record_not_found' }
  | { code: 'fields_invalid'; fields: readonly InvalidField[] }
  | { code: 'idempotency_key_reused' }
  | { code: 'address_invalid'; fields: readonly InvalidField[] }
  | { code: 'not_enough_bottles'; shortages: readonly Shortage[] }
  | {
      code: 'delivery_date_invalid'
      reason: 'not_a_working_day' | 'too_early' | 'no_working_day'
      earliestDate: string | null
      steps: readonly RuleStep[]
    }
  | { code: 'order_not_editable' }
  | { code: 'file_type_invalid'; name: string }
  | { code: 'file_too_large'; name: string; largestFileBytes: number }
  | { code: 'reference_taken'; reference: string; orderId: number }

export type InvalidField = { field: string; message: string; missing?: boolean }

/** A line that cannot be served in full. `wine` is null when the catalogue has none with this id. */
export type Shortage = {
  wineId: number
  formatMl: number
  boxCode: string
  asked: number
  found: number
  wine: { name: string; vintage: number } | null
  /** Whether any free bottle of the wine and format is there, packed in whatever way. */
  isHeld: boolean
}

/** One rule as it was applied, in words and in data. */
export type RuleStep = { rule: string; words: string; data: Record<string, string | number | boolean> }

export class Refusal extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.code)
    this.problem = problem
  }
}

export const refuse = (problem: Problem) => new Refusal(problem)
export const invalidField = (field: string, message: string) =>
  refuse({ code: 'fields_invalid', fields: [{ field, message }] })
export const notFound = () => refuse({ code: 'record_not_found' })
