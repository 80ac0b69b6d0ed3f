import Type from 'typebox'
import { findAccountBilling, saveAccountBilling } from '../../core/billing/account-billing.ts'
import { findCompany, saveCompany } from '../../core/billing/operator-company.ts'
import type { Deps } from '../../core/deps.ts'
import { getAccountBalance } from '../../core/invoices/account-balance.ts'
import { notFound } from '../../core/problems.ts'
import { ErrorBody, IdParams } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { audited } from './audited.ts'
import { readBy, writtenBy } from './auth.ts'
import {
  BillingBody,
  BillingShape,
  CompanyBody,
  CompanyShape,
  Euro,
  fromBilling,
  fromCompany,
  toBilling,
  toCompany,
} from './billing-shape.ts'

const BalanceShape = Type.Object({
  billed: Type.String({ ...Euro, description: 'All invoices less all credit notes, with VAT.' }),
  paid: Euro,
  open: Type.String({ ...Euro, description: 'Below zero when the account has money to get back.' }),
  overdue: Type.String({ ...Euro, description: 'What is open on invoices whose due day is past.' }),
})

export function billingRoutes(app: TypedApp, deps: Deps): void {
  app.get(
    '/company',
    {
      config: readBy(),
      schema: {
        summary: 'The company as printed on invoices; 404 until it is filled in',
        response: { 200: CompanyShape, 404: ErrorBody },
      },
    },
    async () => {
      const company = await findCompany(deps.db)
      if (!company) throw notFound()
      return fromCompany(company)
    },
  )

  app.put(
    '/company',
    {
      config: writtenBy('company.save', 'billing'),
      schema: { summary: 'Fill in the company', body: CompanyBody, response: { 200: CompanyShape } },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => ({
        status: 200,
        body: fromCompany(await saveCompany(within, toCompany(request.body))),
      })),
  )

  app.get(
    '/accounts/:id/billing',
    {
      config: readBy(),
      schema: {
        summary: 'To whom invoices are addressed; 404 until filled in',
        params: IdParams,
        response: { 200: BillingShape },
      },
    },
    async (request) => {
      const billing = await findAccountBilling(deps.db, request.params.id)
      if (!billing) throw notFound()
      return fromBilling(billing)
    },
  )

  app.put(
    '/accounts/:id/billing',
    {
      config: writtenBy('account.bill-to', 'billing'),
      schema: {
        summary: 'Fill in to whom invoices are addressed and how they are paid',
        params: IdParams,
        body: BillingBody,
        response: { 200: BillingShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const accountId = request.params.id
        const billing = await saveAccountBilling(within, accountId, toBilling(request.body))
        return { status: 200, body: fromBilling(billing), accountId }
      }),
  )

  app.get(
    '/accounts/:id/balance',
    {
      config: readBy(),
      schema: {
        summary: 'What was billed and paid, and what is open',
        params: IdParams,
        response: { 200: BalanceShape },
      },
    },
    (request) => getAccountBalance(deps, request.params.id),
  )
}
