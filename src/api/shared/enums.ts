import type { MailKind } from '../../core/accounts/profile.ts'

/** The mails of an account under the names that both versions give them. */
export const mailNames = {
  invoice_validated: 'invoiceValidated',
  order_new: 'getOutRequestNew',
  order_ready: 'getOutRequestReady',
  order_shipped: 'getOutRequestShipped',
  order_delivered: 'getOutRequestDelivered',
  putaway_new: 'putawayNew',
  bottle_received: 'bottleReceived',
} as const satisfies Record<MailKind, string>
