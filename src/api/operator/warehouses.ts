import Type from 'typebox'
import { createWarehouse, editWarehouse } from '../../core/catalogue/keep-warehouse.ts'
import { getWarehouse, listWarehouses } from '../../core/catalogue/warehouse-reads.ts'
import type { Deps } from '../../core/deps.ts'
import { PageQuery, sendPage } from '../shared/paging.ts'
import { IdParams } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { audited } from './audited.ts'
import { readBy, writtenBy } from './auth.ts'
import {
  CreateWarehouseBody,
  fromWarehouse,
  toNewWarehouse,
  toWarehouseRecord,
  WarehouseBody,
  WarehouseShape,
} from './warehouse-shape.ts'

export function warehouseRoutes(app: TypedApp, deps: Deps): void {
  app.get(
    '/warehouses',
    {
      config: readBy(),
      schema: {
        summary: 'Warehouses, newest first',
        querystring: PageQuery,
        response: { 200: Type.Array(WarehouseShape) },
      },
    },
    async (request, reply) =>
      sendPage(request, reply, await listWarehouses(deps.db, request.query)).map(fromWarehouse),
  )

  app.get(
    '/warehouses/:id',
    {
      config: readBy(),
      schema: { summary: 'A warehouse', params: IdParams, response: { 200: WarehouseShape } },
    },
    async (request) => fromWarehouse(await getWarehouse(deps.db, request.params.id)),
  )

  app.post(
    '/warehouses',
    {
      config: writtenBy('warehouse.create'),
      schema: {
        summary: 'Add a warehouse; without hours or slots it gets the usual ones',
        body: CreateWarehouseBody,
        response: { 201: WarehouseShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const warehouse = await createWarehouse(within, toNewWarehouse(request.body))
        return { status: 201, body: fromWarehouse(warehouse), subjectId: warehouse.id }
      }),
  )

  app.put(
    '/warehouses/:id',
    {
      config: writtenBy('warehouse.edit'),
      schema: {
        summary: 'Replace the record of a warehouse, its hours and slots too',
        params: IdParams,
        body: WarehouseBody,
        response: { 200: WarehouseShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const warehouse = await editWarehouse(within, request.params.id, toWarehouseRecord(request.body))
        return { status: 200, body: fromWarehouse(warehouse) }
      }),
  )
}
