import Type from 'typebox'
import type { Deps } from '../../core/deps.ts'
import { previewTariff } from '../../core/orders/tariff-preview.ts'
import { getTariff, listTariffs } from '../../core/orders/tariff-reads.ts'
import { createTariff, removeTariff, todayAt } from '../../core/orders/tariff-writes.ts'
import { PageQuery, sendPage } from '../shared/paging.ts'
import { IdParams } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { audited } from './audited.ts'
import { readBy, writtenBy } from './auth.ts'
import { fromPreview, PreviewShape } from './tariffs-preview-shape.ts'
import {
  fromSpan,
  fromWholeTariff,
  SpanShape,
  TariffBody,
  toTariff,
  WholeTariffShape,
} from './tariffs-shape.ts'

export function tariffRoutes(app: TypedApp, deps: Deps): void {
  app.get(
    '/delivery-tariffs',
    {
      config: readBy(),
      schema: {
        summary: 'Delivery tariffs, the latest first',
        querystring: PageQuery,
        response: { 200: Type.Array(SpanShape) },
      },
    },
    async (request, reply) => {
      const page = await listTariffs(deps.db, todayAt(deps.now()), request.query)
      return sendPage(request, reply, page).map(fromSpan)
    },
  )

  app.get(
    '/delivery-tariffs/:id',
    {
      config: readBy(),
      schema: {
        summary: 'A whole tariff; its `tariff` is a body to start a new one from',
        params: IdParams,
        response: { 200: WholeTariffShape },
      },
    },
    async ({ params }) => fromWholeTariff(await getTariff(deps.db, todayAt(deps.now()), params.id)),
  )

  app.post(
    '/delivery-tariffs',
    {
      config: writtenBy('delivery-tariff.create', 'billing'),
      schema: {
        summary: 'Prepare a tariff for a day to come',
        body: TariffBody,
        response: { 201: WholeTariffShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const made = await createTariff(within, toTariff(request.body))
        return { status: 201, body: fromWholeTariff(made), subjectId: made.id }
      }),
  )

  app.delete(
    '/delivery-tariffs/:id',
    {
      config: writtenBy('delivery-tariff.delete', 'billing'),
      schema: {
        summary: 'Delete a tariff that has not begun; answers with what it was',
        params: IdParams,
        response: { 200: WholeTariffShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const removed = fromWholeTariff(await removeTariff(within, request.params.id))
        return { status: 200, body: removed, detail: { ...removed.tariff } }
      }),
  )

  app.post(
    '/delivery-tariffs/preview',
    {
      // Nothing is written, so nothing is in the audit: it is a reading with a body.
      config: writtenBy('delivery-tariff.preview', 'warehouse', 'billing'),
      schema: {
        summary: 'What a tariff would change, in prices and for promised orders',
        body: TariffBody,
        response: { 200: PreviewShape },
      },
    },
    async ({ body }) => fromPreview(await previewTariff(deps, toTariff(body))),
  )
}
