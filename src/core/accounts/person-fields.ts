import pg from 'pg'
import { type InvalidField, invalidField, refuse } from '../problems.ts'
import { isEmail } from './email.ts'

export type PersonFields = { email: string; firstName: string; lastName: string }

/** Names and address as they can be kept, the address in small letters. */
export function checkedPerson({ email, firstName, lastName }: PersonFields): PersonFields {
  const lowered = email.toLowerCase()
  const fields = [...faultsOfName('first_name', firstName), ...faultsOfName('last_name', lastName)]
  if (!isEmail(lowered)) fields.push({ field: 'email', message: `"${email}" is not an e-mail address` })
  if (fields.length > 0) throw refuse({ code: 'fields_invalid', fields })
  return { email: lowered, firstName, lastName }
}

function faultsOfName(field: string, name: string): InvalidField[] {
  const isGood = name.trim() !== '' && [...name].length <= 100
  return isGood ? [] : [{ field, message: 'must be 1 to 100 characters that are not all blank' }]
}

/** Two who take one address at the same moment are told apart by the database alone. */
export function refuseTakenEmail(error: unknown): never {
  if (error instanceof pg.DatabaseError && error.code === '23505')
    throw invalidField('email', 'belongs to somebody already')
  throw error
}
