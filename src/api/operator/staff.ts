import Type, { type Static } from 'typebox'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import type { Deps } from '../../core/deps.ts'
import {
  changeStaff,
  deactivateStaff,
  reactivateStaff,
  type StaffChange,
} from '../../core/staff/change-staff.ts'
import { hireStaff } from '../../core/staff/hire-staff.ts'
import { staffRoles } from '../../core/staff/staff.ts'
import { getStaff, listStaff, type StaffMember } from '../../core/staff/staff-reads.ts'
import { PageQuery, sendPage } from '../shared/paging.ts'
import { IdParams, OrNull } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { audited } from './audited.ts'
import { readBy, writtenBy } from './auth.ts'
import { Name, Password, personFields, toPersonFields } from './person-shape.ts'
import { refuseRepeatKey } from './refuse-repeat-key.ts'

const Role = Type.Enum([...staffRoles])
const shape = {
  id: Type.Integer(),
  email: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  role: Role,
  created_at: Type.String(),
  deactivated_at: OrNull(Type.String()),
}
const MemberShape = Type.Object(shape)
const HiredShape = Type.Object({
  ...shape,
  password: OrNull(Type.String({ description: 'When it was made up; told once, here.' })),
})
const HireBody = Type.Object(
  { ...personFields, role: Role, password: Type.Optional(Password) },
  { additionalProperties: false },
)
const ChangeBody = Type.Partial(Type.Object({ first_name: Name, last_name: Name, role: Role }), {
  additionalProperties: false,
})

const fromMember = (member: StaffMember): Static<typeof MemberShape> => ({
  id: member.id,
  email: member.email,
  first_name: member.firstName,
  last_name: member.lastName,
  role: member.role,
  created_at: parisTimestamp(member.createdAt),
  deactivated_at: member.deactivatedAt && parisTimestamp(member.deactivatedAt),
})

const toChange = ({ first_name, last_name, role }: Static<typeof ChangeBody>): StaffChange => ({
  ...(first_name && { firstName: first_name }),
  ...(last_name && { lastName: last_name }),
  ...(role && { role }),
})

export function staffRoutes(app: TypedApp, deps: Deps): void {
  app.get(
    '/staff',
    {
      config: readBy([]),
      schema: {
        summary: "The operator's people, newest first, also those who are deactivated",
        querystring: PageQuery,
        response: { 200: Type.Array(MemberShape) },
      },
    },
    async (request, reply) =>
      sendPage(request, reply, await listStaff(deps.db, request.query)).map(fromMember),
  )

  app.get(
    '/staff/:id',
    {
      config: readBy([]),
      schema: { summary: "One of the operator's people", params: IdParams, response: { 200: MemberShape } },
    },
    async (request) => fromMember(await getStaff(deps.db, request.params.id)),
  )

  app.post(
    '/staff',
    {
      config: writtenBy('staff.create'),
      preHandler: refuseRepeatKey,
      schema: {
        summary: 'Take somebody on; without a password one is made up and told once',
        body: HireBody,
        response: { 201: HiredShape },
      },
    },
    async (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { role, password = null } = request.body
        const hired = await hireStaff(within, { ...toPersonFields(request.body), role, password })
        const body = { ...fromMember(hired.member), password: hired.madeUpPassword }
        return { status: 201, body, subjectId: hired.member.id }
      }),
  )

  app.put(
    '/staff/:id',
    {
      config: writtenBy('staff.edit'),
      schema: {
        summary:
          'Change a name or a role; what is left out stays. Tokens that could do more than the role are revoked',
        params: IdParams,
        body: ChangeBody,
        response: { 200: MemberShape },
      },
    },
    async (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const member = await changeStaff(within, request.params.id, toChange(request.body))
        return { status: 200, body: fromMember(member) }
      }),
  )

  for (const [step, change, summary] of [
    ['deactivate', deactivateStaff, 'Shut somebody out: sessions end and tokens are revoked at once'],
    ['reactivate', reactivateStaff, 'Let somebody sign in again; tokens are to be made anew'],
  ] as const)
    app.post(
      `/staff/:id/${step}`,
      {
        config: writtenBy(`staff.${step}`),
        schema: { summary, params: IdParams, response: { 200: MemberShape } },
      },
      async (request, reply) =>
        audited(deps, request, reply, async (within) => ({
          status: 200,
          body: fromMember(await change(within, request.params.id)),
        })),
    )
}
