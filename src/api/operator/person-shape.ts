import Type, { type Static } from 'typebox'
import { type Person, personRoles, personStates } from '../../core/accounts/people-reads.ts'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import { OrNull } from '../shared/schemas.ts'

export const Email = Type.String({ format: 'email', maxLength: 254 })
/** A person's name, or what somebody called a thing: one line that is not blank. */
export const Name = Type.String({ format: 'line', pattern: '\\S', maxLength: 100 })
export const Password = Type.String({ format: 'text', maxLength: 200, description: '12 characters or more.' })
export const personFields = { email: Email, first_name: Name, last_name: Name }

export const PersonShape = Type.Object({
  id: Type.Integer(),
  email: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  role: Type.Enum([...personRoles]),
  state: Type.Enum([...personStates]),
  invitation_expires_at: OrNull(Type.String()),
  created_at: Type.String(),
  removed_at: OrNull(Type.String()),
})

export const fromPerson = (person: Person): Static<typeof PersonShape> => ({
  id: person.id,
  email: person.email,
  first_name: person.firstName,
  last_name: person.lastName,
  role: person.role,
  state: person.state,
  invitation_expires_at: person.invitationExpiresAt && parisTimestamp(person.invitationExpiresAt),
  created_at: parisTimestamp(person.createdAt),
  removed_at: person.removedAt && parisTimestamp(person.removedAt),
})

export const toPersonFields = (body: { email: string; first_name: string; last_name: string }) => ({
  email: body.email,
  firstName: body.first_name,
  lastName: body.last_name,
})
