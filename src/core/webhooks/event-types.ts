/** What an address can ask to be told of: a kind of record and what became of it. */
export const eventTypes = [
  'order.create',
  'order.update',
  'order.delete',
  'putaway.create',
  'putaway.update',
  'putaway.delete',
  'invoice.create',
  'invoice.update',
  'invoice.delete',
  'stock.update',
] as const
export type EventType = (typeof eventTypes)[number]
