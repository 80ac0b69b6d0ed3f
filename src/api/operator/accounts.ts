import Type, { type Static } from 'typebox'
import { getAccountOverview, listAccounts } from '../../core/accounts/account-reads.ts'
import { createAccount, type NewAccount } from '../../core/accounts/create-account.ts'
import { setAccountBlocked } from '../../core/accounts/find-account.ts'
import { changeProfile, getProfile } from '../../core/accounts/profile.ts'
import type { Deps } from '../../core/deps.ts'
import { pagedQuery, sendPage } from '../shared/paging.ts'
import { IdParams, OrNull, Text } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import {
  AccountBody,
  AccountShape,
  fromAccount,
  fromOverview,
  OverviewShape,
  toAccountChange,
} from './account-shape.ts'
import { audited } from './audited.ts'
import { readBy, writtenBy } from './auth.ts'
import { Password, personFields, toPersonFields } from './person-shape.ts'
import { refuseRepeatKey } from './refuse-repeat-key.ts'

const AccountsQuery = pagedQuery({
  search: Type.Optional(
    Type.String({
      format: 'text',
      maxLength: 200,
      description: 'Part of a name, company or e-mail address.',
    }),
  ),
  blocked: Type.Optional(Type.Enum(['true', 'false'])),
})
const CreateBody = Type.Object(
  {
    ...personFields,
    company: Type.Optional(OrNull(Text(200))),
    password: Type.Optional(Password),
  },
  { additionalProperties: false },
)

const toNewAccount = (body: Static<typeof CreateBody>): NewAccount => ({
  ...toPersonFields(body),
  company: body.company ?? null,
  password: body.password ?? null,
})

export function accountRoutes(app: TypedApp, deps: Deps): void {
  app.get(
    '/accounts',
    {
      config: readBy(),
      schema: {
        summary: 'Accounts, newest first',
        querystring: AccountsQuery,
        response: { 200: Type.Array(AccountShape) },
      },
    },
    async (request, reply) => {
      const { search, blocked } = request.query
      const filter = { ...(search && { search }), ...(blocked && { blocked: blocked === 'true' }) }
      return sendPage(request, reply, await listAccounts(deps.db, filter, request.query)).map(fromAccount)
    },
  )

  app.get(
    '/accounts/:id',
    {
      config: readBy(),
      schema: {
        summary: 'An account with its people and what it holds',
        params: IdParams,
        response: { 200: OverviewShape },
      },
    },
    async (request) => fromOverview(await getAccountOverview(deps.db, request.params.id)),
  )

  app.post(
    '/accounts',
    {
      config: writtenBy('account.create'),
      schema: {
        summary: 'Open an account; without a password its owner is invited by mail',
        body: CreateBody,
        response: { 201: OverviewShape },
      },
    },
    async (request, reply) => {
      if (request.body.password !== undefined) await refuseRepeatKey(request)
      return audited(deps, request, reply, async (within) => {
        const { accountId } = await createAccount(within, toNewAccount(request.body))
        const body = fromOverview(await getAccountOverview(within.db, accountId))
        return { status: 201, body, accountId, subjectId: accountId }
      })
    },
  )

  app.put(
    '/accounts/:id',
    {
      config: writtenBy('account.edit', 'billing'),
      schema: {
        summary: 'Change settings of an account; what is left out stays',
        params: IdParams,
        body: AccountBody,
        response: { 200: AccountShape },
      },
    },
    async (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const accountId = request.params.id
        const account = await changeProfile(within, { accountId }, toAccountChange(request.body))
        return { status: 200, body: fromAccount(account), accountId }
      }),
  )

  for (const [step, blocked, summary] of [
    ['block', true, 'Refuse every request of an account from the next one on'],
    ['unblock', false, 'Open a blocked account again'],
  ] as const)
    app.post(
      `/accounts/:id/${step}`,
      {
        config: writtenBy(`account.${step}`),
        schema: { summary, params: IdParams, response: { 200: AccountShape } },
      },
      async (request, reply) =>
        audited(deps, request, reply, async (within) => {
          const accountId = request.params.id
          await setAccountBlocked(within, accountId, blocked)
          return { status: 200, body: fromAccount(await getProfile(within.db, accountId)), accountId }
        }),
    )
}
