import Type from 'typebox'
import { changePersonRole, removePerson } from '../../core/accounts/change-people.ts'
import { inviteAgain, invitePerson } from '../../core/accounts/invite-person.ts'
import { listPeople, type Person, personRoles, personStates } from '../../core/accounts/people-reads.ts'
import type { Deps } from '../../core/deps.ts'
import { pagedQuery, sendPage } from '../shared/paging.ts'
import { Id, IdParams } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { audited } from './audited.ts'
import { readBy, writtenBy } from './auth.ts'
import { fromPerson, PersonShape, personFields, toPersonFields } from './person-shape.ts'

const Role = Type.Enum([...personRoles])
const PersonParams = Type.Object({ id: Id, person_id: Id })
const InviteBody = Type.Object({ ...personFields, role: Role }, { additionalProperties: false })
const RoleBody = Type.Object({ role: Role }, { additionalProperties: false })

const doneWith = (status: number, accountId: number, person: Person) => ({
  status,
  body: fromPerson(person),
  accountId,
  subjectId: person.id,
})

export function peopleRoutes(app: TypedApp, deps: Deps): void {
  app.get(
    '/accounts/:id/people',
    {
      config: readBy(),
      schema: {
        summary: 'The people of an account, newest first, also those who were removed',
        params: IdParams,
        querystring: pagedQuery({ state: Type.Optional(Type.Enum([...personStates])) }),
        response: { 200: Type.Array(PersonShape) },
      },
    },
    async (request, reply) => {
      const people = await listPeople(deps.db, request.params.id, request.query.state ?? null, request.query)
      return sendPage(request, reply, people).map(fromPerson)
    },
  )

  app.post(
    '/accounts/:id/people',
    {
      config: writtenBy('person.invite'),
      schema: {
        operationId: 'inviteAccountPerson',
        summary: 'Invite a person into an account by mail',
        params: IdParams,
        body: InviteBody,
        response: { 201: PersonShape },
      },
    },
    async (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { id } = request.params
        const invited = { ...toPersonFields(request.body), role: request.body.role }
        return doneWith(201, id, await invitePerson(within, id, invited))
      }),
  )

  app.put(
    '/accounts/:id/people/:person_id',
    {
      config: writtenBy('person.change-role'),
      schema: {
        operationId: 'updateAccountPerson',
        summary: 'Change what a person may do',
        params: PersonParams,
        body: RoleBody,
        response: { 200: PersonShape },
      },
    },
    async (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { id, person_id } = request.params
        return doneWith(200, id, await changePersonRole(within, id, person_id, request.body.role))
      }),
  )

  app.delete(
    '/accounts/:id/people/:person_id',
    {
      config: writtenBy('person.remove'),
      schema: {
        operationId: 'deleteAccountPerson',
        summary: 'Remove a person, and revoke every credential they hold',
        params: PersonParams,
        response: { 200: PersonShape },
      },
    },
    async (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { id, person_id } = request.params
        return doneWith(200, id, await removePerson(within, id, person_id))
      }),
  )

  app.post(
    '/accounts/:id/people/:person_id/invitation',
    {
      config: writtenBy('person.invite-again'),
      schema: {
        operationId: 'inviteAccountPersonAgain',
        summary: 'Send the invitation again; the link sent before works no more',
        params: PersonParams,
        response: { 200: PersonShape },
      },
    },
    async (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { id, person_id } = request.params
        return doneWith(200, id, await inviteAgain(within, id, person_id))
      }),
  )
}
