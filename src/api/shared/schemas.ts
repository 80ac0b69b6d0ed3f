import Type, { type Static, type TSchema } from 'typebox'
import { ExplainShape } from './explain.ts'

/** A nullable field as a list of types: `anyOf` would cost half of what the compiled serialiser gains. */
export const OrNull = <S extends TSchema & { type: string }>(schema: S) =>
  Type.Unsafe<Static<S> | null>({ ...schema, type: [schema.type, 'null'] })

export const Text = (maxLength: number) => Type.String({ format: 'text', maxLength })
export const FilledText = (maxLength: number) => Type.String({ format: 'filled', maxLength })
export const FilledLine = (maxLength: number) => Type.String({ format: 'line', pattern: '\\S', maxLength })
/** For a deed that says all by its address. */
export const NoBody = OrNull(Type.Object({}, { additionalProperties: false }))
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
export const IdParams = Type.Object({ id: Id })
export const Litres = Type.String({ format: 'litres', examples: ['0.75'] })
export const Day = Type.String({ format: 'date', examples: ['2026-11-30'] })

export const ErrorBody = Type.Object({
  result: Type.Literal('error'),
  name: Type.String(),
  message: Type.String(),
  details: Type.Optional(Type.Array(Type.Object({ field: Type.String(), message: Type.String() }))),
  explain: Type.Optional(ExplainShape),
})
