import Type, { type Static } from 'typebox'
import { parseFormat } from '../../core/catalogue/format.ts'
import type { Goods } from '../../core/catalogue/goods.ts'
import { type InvalidField, Refusal, refuse } from '../../core/problems.ts'
import { parseReference, referenceWords } from '../shared/bottle-reference.ts'
import { Id } from '../shared/schemas.ts'

export const Reference = Type.String({ maxLength: 60, examples: ['412|0.75|bottles'] })

/** A kind of bottle: by its reference, or by what a reference is made of. */
export const goodsFields = {
  reference: Type.Optional(Reference),
  wine: Type.Optional(Id),
  format: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: 30, examples: [0.75], description: 'Litres.' }),
  ),
  box: Type.Optional(
    Type.String({
      pattern: '^(bottles|[A-Z0-9]{1,20})$',
      examples: ['CBO6'],
      description: 'A box code; loose bottles unless said otherwise.',
    }),
  ),
}
const GoodsBody = Type.Object(goodsFields)
type GoodsBody = Static<typeof GoodsBody>

export function toGoods(reference: string, field: string): Goods {
  const goods = parseReference(reference)
  if (!goods) throw refuse({ code: 'fields_invalid', fields: [{ field, message: referenceWords }] })
  return goods
}

/** The kinds of bottles in a list called `content`, with what else each line says. */
export function toLines<B extends GoodsBody>(content: readonly B[]): (Goods & { body: B })[] {
  const fields: InvalidField[] = []
  const lines = content.flatMap((body, index) => {
    const goods = readGoods(body)
    if ('wineId' in goods) return [{ ...goods, body }]
    fields.push({ ...goods, field: `content.${index}.${goods.field}` })
    return []
  })
  if (fields.length > 0) throw refuse({ code: 'fields_invalid', fields })
  return lines
}

function readGoods({ reference, wine, format, box }: GoodsBody): Goods | InvalidField {
  if (reference !== undefined) {
    if (wine !== undefined || format !== undefined || box !== undefined)
      return { field: 'reference', message: 'stands for itself, without wine, format or box' }
    return parseReference(reference) ?? { field: 'reference', message: referenceWords }
  }
  if (wine === undefined)
    return { field: 'reference', message: 'is required, or wine and format are', missing: true }
  if (format === undefined) return { field: 'format', message: 'is required with wine', missing: true }
  const formatMl = parseFormat(String(format))
  if (formatMl === undefined)
    return { field: 'format', message: 'must be litres such as 0.75, to the millilitre' }
  return { wineId: wine, formatMl, boxCode: box === undefined || box === 'bottles' ? '' : box }
}

/** Runs `work`, whose refusals name fields as the operator's API does, and puts them into the names of this one. */
export async function inOwnNames<T>(content: readonly GoodsBody[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || error.problem.code !== 'fields_invalid') throw error
    const fields = error.problem.fields.map((fault) => ({ ...fault, field: ownName(content, fault.field) }))
    throw refuse({ code: 'fields_invalid', fields })
  }
}

function ownName(content: readonly GoodsBody[], field: string): string {
  if (field === 'warehouse_id') return 'warehouse'
  const [, index, part] = /^lines\.(\d+)\.(wine_id|box)$/.exec(field) ?? []
  if (index === undefined) return field.replace(/^lines\b/, 'content')
  if (content[Number(index)]?.reference !== undefined) return `content.${index}.reference`
  return `content.${index}.${part === 'wine_id' ? 'wine' : part}`
}
