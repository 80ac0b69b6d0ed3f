import Type, { type Static } from 'typebox'
import { createWine, editWine } from '../../core/catalogue/keep-wine.ts'
import { mergeWines } from '../../core/catalogue/merge-wines.ts'
import { getWine, listWines } from '../../core/catalogue/wine-reads.ts'
import type { Deps } from '../../core/deps.ts'
import { pagedQuery, sendPage } from '../shared/paging.ts'
import { Id, IdParams } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { audited } from './audited.ts'
import { readBy, writtenBy } from './auth.ts'
import {
  CountedWineShape,
  fromCountedWine,
  fromWine,
  toWineRecord,
  WineBody,
  WineShape,
  WinesQuery,
} from './wine-shape.ts'

const MergeBody = Type.Object({ duplicate_id: Id }, { additionalProperties: false })

const toChoice = ({ duplicate_ok = false }: Static<typeof WineBody>) => ({ duplicateOk: duplicate_ok })

export function wineRoutes(app: TypedApp, deps: Deps): void {
  app.get(
    '/wines',
    {
      config: readBy(),
      schema: {
        summary: 'Wines of the catalogue, newest first',
        querystring: pagedQuery(WinesQuery),
        response: { 200: Type.Array(WineShape) },
      },
    },
    async (request, reply) => {
      const { search, vintage, color, lwin } = request.query
      const filter = {
        ...(search && { search }),
        ...(vintage !== undefined && { vintage }),
        ...(color && { color }),
        ...(lwin && { lwin }),
      }
      return sendPage(request, reply, await listWines(deps.db, filter, request.query)).map(fromWine)
    },
  )

  app.get(
    '/wines/:id',
    {
      config: readBy(),
      schema: {
        summary: 'A wine, and how many bottles of it there are in all',
        params: IdParams,
        response: { 200: CountedWineShape },
      },
    },
    async (request) => fromCountedWine(await getWine(deps.db, request.params.id)),
  )

  app.post(
    '/wines',
    {
      config: writtenBy('wine.create', 'warehouse'),
      schema: { summary: 'Add a wine', body: WineBody, response: { 201: CountedWineShape } },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const wine = await createWine(within, toWineRecord(request.body), toChoice(request.body))
        return { status: 201, body: fromCountedWine(wine), subjectId: wine.id }
      }),
  )

  app.put(
    '/wines/:id',
    {
      config: writtenBy('wine.edit', 'warehouse'),
      schema: {
        summary: 'Replace the record of a wine',
        params: IdParams,
        body: WineBody,
        response: { 200: CountedWineShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { params, body } = request
        const wine = await editWine(within, params.id, toWineRecord(body), toChoice(body))
        return { status: 200, body: fromCountedWine(wine) }
      }),
  )

  app.post(
    '/wines/:id/merge',
    {
      config: writtenBy('wine.merge', 'warehouse'),
      schema: {
        summary: 'Make everything of a duplicate this wine’s; the number of the duplicate goes on to work',
        params: IdParams,
        body: MergeBody,
        response: { 200: CountedWineShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const wine = await mergeWines(within, request.params.id, request.body.duplicate_id)
        return { status: 200, body: fromCountedWine(wine) }
      }),
  )
}
