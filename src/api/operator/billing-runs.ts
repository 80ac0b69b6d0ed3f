import Type, { type Static } from 'typebox'
import { type BillingRun, runBilling } from '../../core/billing/run-billing.ts'
import type { Deps } from '../../core/deps.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { audited } from './audited.ts'
import { writtenBy } from './auth.ts'
import { Euro } from './billing-shape.ts'

const RunBody = Type.Object(
  {
    month: Type.String({ pattern: '^\\d{4}-\\d{2}$', examples: ['2026-10'] }),
    dry_run: Type.Optional(Type.Boolean({ description: 'Tells what would come of it, and writes nothing.' })),
  },
  { additionalProperties: false },
)
const RunShape = Type.Object({
  month: Type.String(),
  dry_run: Type.Boolean(),
  made: Type.Integer({ description: 'Accounts for which a draft was made.' }),
  renewed: Type.Integer({ description: 'Drafts that were computed anew and differ; free lines were kept.' }),
  unchanged: Type.Integer({ description: 'Drafts that came out the same, and validated invoices.' }),
  empty: Type.Integer({ description: 'Accounts with nothing to bill.' }),
  subtotal: Type.String({ ...Euro, description: 'Of everything that was computed, before VAT.' }),
  failed: Type.Integer(),
  failures: Type.Array(Type.Object({ account_id: Type.Integer(), reason: Type.String() }), {
    description: 'The first hundred.',
  }),
})

const fromRun = (run: BillingRun): Static<typeof RunShape> => ({
  month: run.month,
  dry_run: run.dryRun,
  made: run.made,
  renewed: run.renewed,
  unchanged: run.unchanged,
  empty: run.empty,
  subtotal: run.subtotal,
  failed: run.failed,
  failures: run.failures.map(({ accountId, reason }) => ({ account_id: accountId, reason })),
})

export function billingRunRoutes(app: TypedApp, deps: Deps): void {
  app.post(
    '/billing-runs',
    {
      config: writtenBy('billing-run.create', 'billing'),
      schema: {
        summary: 'Bill a month that is over: a draft for each account with anything to bill',
        body: RunBody,
        response: { 201: RunShape },
      },
    },
    async (request, reply) => {
      const { month, dry_run = false } = request.body
      // Not within the transaction of the audit: each account has one of its own, and a run may be repeated.
      const run = fromRun(await runBilling(deps, { month, dryRun: dry_run }))
      return audited(deps, request, reply, async () => ({ status: 201, body: run, detail: run }))
    },
  )
}
