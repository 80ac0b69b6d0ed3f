import Type, { type Static } from 'typebox'
import type { Putaway } from '../../core/putaways/putaway-reads.ts'
import { putawayStatuses } from '../shared/enums.ts'
import { PhpDate, phpDate } from '../shared/php-date.ts'
import { OrNull } from '../shared/schemas.ts'
import { ContentLineShape, fromContentLine, fromWarehouse, WarehouseShape } from './common-shapes.ts'

export const PutawayShape = Type.Object({
  id: Type.Integer(),
  status: Type.Integer(),
  expeditor: Type.String(), // Wire spelling.
  reference: Type.String(),
  warehouse: WarehouseShape,
  validatedAt: OrNull(PhpDate),
  content: Type.Array(ContentLineShape),
})

export const fromPutaway = (putaway: Putaway): Static<typeof PutawayShape> => ({
  id: putaway.id,
  status: putawayStatuses[putaway.status].value,
  expeditor: putaway.shipper,
  reference: putaway.reference,
  warehouse: fromWarehouse(putaway.warehouse),
  validatedAt: putaway.validatedAt && phpDate(putaway.validatedAt),
  content: putaway.lines.map(fromContentLine),
})
