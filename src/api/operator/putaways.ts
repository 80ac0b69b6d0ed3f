import Type from 'typebox'
import type { Deps } from '../../core/deps.ts'
import { announcePutaway } from '../../core/putaways/announce-putaway.ts'
import { arrivePutaway } from '../../core/putaways/arrive-putaway.ts'
import { changeAnnouncement } from '../../core/putaways/change-announcement.ts'
import { countPutaway } from '../../core/putaways/count-putaway.ts'
import { getPutawayDetail, type PutawayDetail } from '../../core/putaways/putaway-detail-reads.ts'
import { listPutawaysToWork } from '../../core/putaways/putaway-list-reads.ts'
import { accountOfPutaway } from '../../core/putaways/putaway-reads.ts'
import { refusePutaway } from '../../core/putaways/refuse-putaway.ts'
import { validatePutaway } from '../../core/putaways/validate-putaway.ts'
import { pagedQuery, sendPage } from '../shared/paging.ts'
import { Id, IdParams } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { audited } from './audited.ts'
import { readBy, writtenBy } from './auth.ts'
import {
  AnnounceBody,
  ArriveBody,
  ChangeBody,
  CheckBody,
  RefuseBody,
  toChangedAnnouncement,
  toCount,
  toNewArrival,
  toNewPutaway,
  ValidateBody,
} from './putaways-body.ts'
import {
  fromListedPutaway,
  fromPutaway,
  ListedPutawayShape,
  PutawayShape,
  PutawayStatusName,
} from './putaways-shape.ts'

const PutawayQuery = pagedQuery({
  account_id: Type.Optional(Id),
  warehouse_id: Type.Optional(Id),
  status: Type.Optional(PutawayStatusName),
})

const done = (putaway: PutawayDetail, status: 200 | 201 = 200) => ({
  status,
  body: fromPutaway(putaway),
  accountId: putaway.account.id,
  subjectId: putaway.id,
})

export function putawayRoutes(app: TypedApp, deps: Deps): void {
  const answers = { 200: PutawayShape }

  app.get(
    '/putaways',
    {
      config: readBy(),
      schema: {
        summary: 'Putaways of every owner, newest first',
        querystring: PutawayQuery,
        response: { 200: Type.Array(ListedPutawayShape) },
      },
    },
    async (request, reply) => {
      const { account_id, warehouse_id, status } = request.query
      const filter = {
        ...(account_id && { accountId: account_id }),
        ...(warehouse_id && { warehouseId: warehouse_id }),
        ...(status && { status }),
      }
      const page = await listPutawaysToWork(deps.db, filter, request.query)
      return sendPage(request, reply, page).map(fromListedPutaway)
    },
  )

  app.get(
    '/putaways/:id',
    {
      config: readBy(),
      schema: {
        summary: 'One putaway: its lines as announced and as counted, its files, and who did what',
        params: IdParams,
        response: answers,
      },
    },
    async (request) => {
      const { id } = request.params
      return fromPutaway(await getPutawayDetail(deps.db, await accountOfPutaway(deps.db, id), id))
    },
  )

  app.post(
    '/putaways',
    {
      config: writtenBy('putaway.announce', 'warehouse'),
      schema: { summary: 'Announce goods', body: AnnounceBody, response: { 201: PutawayShape } },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) =>
        done(await announcePutaway(within, request.staff, toNewPutaway(request.body)), 201),
      ),
  )

  app.put(
    '/putaways/:id',
    {
      config: writtenBy('putaway.change', 'warehouse'),
      schema: {
        summary: 'Replace what is announced, as long as nothing has arrived',
        params: IdParams,
        body: ChangeBody,
        response: answers,
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const change = toChangedAnnouncement(request.body)
        return done(await changeAnnouncement(within, request.staff, request.params.id, change))
      }),
  )

  app.post(
    '/putaways/:id/arrive',
    {
      config: writtenBy('putaway.arrive', 'warehouse'),
      schema: {
        summary: 'The goods have arrived',
        params: IdParams,
        body: ArriveBody,
        response: answers,
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const arrival = toNewArrival(request.body)
        return done(await arrivePutaway(within, request.staff, request.params.id, arrival))
      }),
  )

  app.put(
    '/putaways/:id/check',
    {
      config: writtenBy('putaway.check', 'warehouse'),
      schema: {
        summary: 'Keep what was counted and set it beside the announcement; nothing changes in stock',
        params: IdParams,
        body: CheckBody,
        response: answers,
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) =>
        done(await countPutaway(within, request.staff, request.params.id, toCount(request.body.lines))),
      ),
  )

  app.post(
    '/putaways/:id/validate',
    {
      config: writtenBy('putaway.validate', 'warehouse'),
      schema: {
        summary: 'Take what was counted into stock, by the last check or by the one given here',
        params: IdParams,
        body: ValidateBody,
        response: answers,
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const lines = request.body?.lines
        const count = lines ? toCount(lines) : null
        return done(await validatePutaway(within, request.staff, request.params.id, count))
      }),
  )

  app.post(
    '/putaways/:id/refuse',
    {
      config: writtenBy('putaway.refuse', 'warehouse'),
      schema: {
        summary: 'Refuse all of it, or give up waiting for it',
        params: IdParams,
        body: RefuseBody,
        response: answers,
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) =>
        done(await refusePutaway(within, request.staff, request.params.id, request.body.reason)),
      ),
  )
}
