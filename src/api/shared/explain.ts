import type { FastifyRequest } from 'fastify'
import Type from 'typebox'

/** `?explain=1` adds the rules that were applied to an answer about a date or a cost. */
export const ExplainQuery = Type.Object({
  explain: Type.Optional(Type.Unsafe<'0' | '1'>({ type: 'string', enum: ['0', '1'] })),
})

export const ExplainShape = Type.Array(
  Type.Object({
    rule: Type.String(),
    words: Type.String(),
    data: Type.Unsafe<Record<string, string | number | boolean>>({
      type: 'object',
      additionalProperties: true,
    }),
  }),
)

export const wantsExplanation = (request: FastifyRequest): boolean =>
  (request.query as { explain?: string } | undefined)?.explain === '1'
