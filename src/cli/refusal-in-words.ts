import { Refusal } from '../core/problems.ts'
import { WorkRefusal } from '../core/work-refusal.ts'
import { StartRefusal } from '../start-refusal.ts'

/** A no of the business as one sentence for the terminal. Anything else is a fault of ours and goes on as it is. */
export function refusalInWords(error: unknown, email: string): never {
  if (error instanceof WorkRefusal) throw new StartRefusal(error.message)
  if (!(error instanceof Refusal)) throw error
  if (error.problem.code === 'record_not_found')
    throw new StartRefusal(`Nobody has the e-mail address ${email}.`)
  if (error.problem.code === 'fields_invalid')
    throw new StartRefusal(error.problem.fields.map(({ field, message }) => `${field} ${message}`).join('; '))
  throw error
}
