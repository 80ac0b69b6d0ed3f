import { isEmail } from '../accounts/email.ts'
import { type InvalidField, refuse } from '../problems.ts'

export const accessStates = ['asked', 'granted', 'declined'] as const
export type AccessState = (typeof accessStates)[number]

/** Somebody who asks for an account, in their own words. */
export type AskedAccess = {
  email: string
  firstName: string
  lastName: string
  company: string | null
  /** What it is for. */
  message: string | null
}

const longest = { first_name: 100, last_name: 100, company: 200, message: 2000 }

/**
 * What was asked as it can be kept: the address in small letters, blanks around the words taken away, nothing in place of an
 * empty answer. Anybody may ask for anybody, and mails repeat names, so a name is no place for markup or an address of the web.
 */
export function checkedAccess(asked: AskedAccess): AskedAccess {
  const checked = {
    email: asked.email.trim().toLowerCase(),
    firstName: asked.firstName.trim(),
    lastName: asked.lastName.trim(),
    company: asked.company?.trim() || null,
    message: asked.message?.trim() || null,
  }
  const fields = [
    ...faultsOfEmail(checked.email),
    ...faultsOfName('first_name', checked.firstName),
    ...faultsOfName('last_name', checked.lastName),
    ...(checked.company === null ? [] : faultsOfName('company', checked.company)),
    ...faultsOfMessage(checked.message ?? ''),
  ]
  if (fields.length > 0) throw refuse({ code: 'fields_invalid', fields })
  return checked
}

/** Stricter than elsewhere: no sign by which a mail program reads one address as two, or finds another in it. */
const faultsOfEmail = (email: string): InvalidField[] =>
  isEmail(email) && !/[,;:<>()[\]"\\\p{Cc}\p{Cs}]/u.test(email)
    ? []
    : [{ field: 'email', message: 'must be an e-mail address' }]

function faultsOfName(field: 'first_name' | 'last_name' | 'company', name: string): InvalidField[] {
  const most = longest[field]
  if (name === '' || [...name].length > most)
    return [{ field, message: `must be 1 to ${most} characters that are not all blank` }]
  if (/[<>\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|:\/\/|www\./iu.test(name))
    return [{ field, message: 'must be a name in one line, without markup or an address of the web' }]
  return []
}

function faultsOfMessage(message: string): InvalidField[] {
  const most = longest.message
  if ([...message].length > most)
    return [{ field: 'message', message: `must be at most ${most} characters long` }]
  // Lines may end; other control characters, half of a pair among them, are not text.
  if (/[^\P{Cc}\t\r\n]|\p{Cs}/u.test(message))
    return [{ field: 'message', message: 'must be text without control characters' }]
  return []
}
