import Type, { type Static } from 'typebox'
import type { Putaway } from '../../core/putaways/putaway-reads.ts'
import { putawayStatuses } from '../shared/enums.ts'
import type { Links } from '../shared/links.ts'
import { PhpDate, phpDate } from '../shared/php-date.ts'
import { OrNull } from '../shared/schemas.ts'
import { EnumShape, FileShape, fromLine, fromWarehouse, LineShape, WarehouseShape } from './common-shapes.ts'

export const PutawayShape = Type.Object({
  id: Type.Integer(),
  status: EnumShape,
  expeditor: Type.String(), // Wire spelling.
  reference: Type.String(),
  warehouse: WarehouseShape,
  validated_at: OrNull(PhpDate),
  attachments: Type.Array(FileShape),
  content: Type.Array(LineShape),
})

export const fromPutaway = (putaway: Putaway, { baseUrl }: Links): Static<typeof PutawayShape> => ({
  id: putaway.id,
  status: putawayStatuses[putaway.status],
  expeditor: putaway.shipper,
  reference: putaway.reference,
  warehouse: fromWarehouse(putaway.warehouse),
  validated_at: putaway.validatedAt && phpDate(putaway.validatedAt),
  attachments: putaway.files.map(({ id, name }) => ({
    id,
    name,
    url: `${baseUrl}/api/v2/putaways/${putaway.id}/attachments/${id}`,
  })),
  content: putaway.lines.map(fromLine),
})
