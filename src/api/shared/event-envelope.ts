import Type, { type Static, type TSchema } from 'typebox'
import type { AccountEvent } from '../../core/events/event-reads.ts'
import type { Change } from '../../core/events/record-event.ts'

export const allChanges = ['create', 'update', 'delete'] as const satisfies Change[]

/** What both versions put around the record of an event. They differ in how they write a moment. */
export const envelopeWith =
  <Moment extends TSchema>(moment: Moment) =>
  <Name extends string, Data extends TSchema>(type: Name, events: readonly Change[], data: Data) =>
    Type.Object({
      id: Type.String({ examples: ['evt_1204'] }),
      type: Type.Literal(type),
      event: Type.Unsafe<Change>({ type: 'string', enum: events }),
      created_at: moment,
      changed: Type.Optional(
        Type.Array(Type.String(), { description: 'Of an update: the fields of data that it touched.' }),
      ),
      data,
    })

/** Of a test, which tells of no record. */
export const TestData = Type.Object({ webhook_id: Type.Integer() })

export const eventIdOf = (id: number): string => `evt_${id}`

/** For each field of the business the fields of the wire that show it. */
export type WireFields<Field extends string, Shape extends TSchema> = Readonly<
  Partial<Record<Field, readonly Extract<keyof Static<Shape>, string>[]>>
>

/** The fields of the wire that an update touched, each once. What the wire does not show is not named. */
export const touched = (
  { change, changed }: AccountEvent,
  fields: Readonly<Partial<Record<string, readonly string[]>>>,
): { changed?: string[] } =>
  change === 'update' ? { changed: [...new Set(changed.flatMap((field) => fields[field] ?? []))] } : {}

/** An order has its slip from this status on, so the two change together. */
export const touchedOrder = (
  event: AccountEvent & { subject: 'order' },
  fields: Readonly<Partial<Record<string, readonly string[]>>>,
): { changed?: string[] } => {
  const hasNewSlip = event.record.status === 'ready'
  return touched(
    event,
    hasNewSlip ? { ...fields, status: [...(fields.status ?? []), 'delivery_slip'] } : fields,
  )
}
