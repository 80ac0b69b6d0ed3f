import {
  boolean,
  type Check,
  countryCode,
  decimalText,
  type FieldTable,
  integer,
  listOf,
  litres,
  mapOf,
  midnight,
  nonEmpty,
  nothing,
  number,
  oneOf,
  orNull,
  phpDate,
  record,
  string,
  timestamp,
} from '../support/fields.ts'

// The tables of the service document, field by field in its order and in its words. Where it says "not shown", the decisions.

const warehouse = record([
  ['id', integer],
  ['name', nonEmpty],
  ['public_name', nonEmpty],
  ['street1', nonEmpty],
  ['street2', string],
  ['city', nonEmpty],
  ['zipcode', nonEmpty],
  ['country', countryCode],
])

const priceOrDash: Check = (value, path) => (value === '-' ? [] : decimalText(value, path))

const contentLine = record([
  ['id', integer],
  ['wine', nonEmpty],
  ['color', nonEmpty],
  ['country', nonEmpty],
  ['region', nonEmpty],
  ['appelation', nonEmpty],
  ['description', orNull(string)],
  ['ranking', orNull(string)],
  ['millesime', integer],
  ['alcohol', number],
  ['format', litres],
  ['wine-price', priceOrDash],
  ['wine-comment', string],
  ['quantity', integer],
  ['box', string],
])

const statusNames = [
  'STATUS_NEW',
  'STATUS_PROCESSING',
  'STATUS_READY',
  'STATUS_SHIPPED',
  'STATUS_DELIVERED',
  'STATUS_WITHDRAWED',
]
const status = oneOf(0, 1, 2, 3, 4, 5)
const statusName = oneOf(...statusNames)

const requestTable = (children: Check): FieldTable => [
  ['id', integer],
  [
    'parent',
    orNull(
      record([
        ['id', integer],
        ['status', status],
        ['status-name', statusName],
      ]),
    ),
  ],
  ['children', children],
  ['comment', orNull(string)],
  ['firstname', orNull(string)],
  ['lastname', orNull(string)],
  ['company', orNull(string)],
  ['street1', orNull(string)],
  ['street2', orNull(string)],
  ['city', orNull(string)],
  ['zipcode', orNull(string)],
  ['country', orNull(countryCode)],
  ['phone', orNull(string)],
  ['email', orNull(string)],
  ['is_pickup', boolean],
  ['attachments', listOf(string)],
  [
    'delivery_slip',
    orNull(
      record([
        ['id', integer],
        ['name', nonEmpty],
        ['url', nonEmpty],
      ]),
    ),
  ],
  ['delivery_date', midnight],
  ['preparation_date', midnight],
  ['half_day', oneOf('am', 'pm')],
  ['tracking_url', orNull(string)],
  ['tracking_numbers', listOf(string)],
  ['warehouse', warehouse],
  ['is_pickup_warehouse', orNull(warehouse)],
  ['status', status],
  ['status-name', statusName],
  ['additional_status', orNull(string)],
  ['reference', orNull(string)],
  ['origin', oneOf('API', 'WEB', 'OPERATOR')],
  ['delivery_warehouse', nothing],
  ['delivery_start', orNull(string)],
  ['delivery_hours', orNull(string)],
  ['created_by', nonEmpty],
  ['updated_by', nonEmpty],
  ['created_at', timestamp],
  ['updated_at', timestamp],
  ['content', listOf(contentLine)],
  ['format-quantity', mapOf(integer, litres)],
  ['bottle-quantity', integer],
]
const childRequest = record(requestTable(record([])))
export const getOutRequest = record(requestTable(mapOf(childRequest)))

export const bottle = record([
  ['id', integer],
  ['detail', orNull(string)],
  ['box', orNull(nonEmpty)],
  ['created_at', timestamp],
  ['updated_at', timestamp],
  ['format', litres],
  ['wine-id', integer],
  ['wine', nonEmpty],
  ['appelation', nonEmpty],
  ['region', nonEmpty],
  ['color', nonEmpty],
  ['millesime', integer],
  ['alcohol', number],
  ['ranking', orNull(string)],
  ['description', orNull(string)],
])

export const consolidatedEntry = record([
  ['id', integer],
  ['color', nonEmpty],
  ['region', nonEmpty],
  ['appelation', nonEmpty],
  ['wine', nonEmpty],
  ['ranking', orNull(string)],
  ['description', orNull(string)],
  ['millesime', integer],
  ['alcohol', number],
  ['format', litres],
  ['wine-price', priceOrDash],
  ['wine-comment', string],
  ['quantity', integer],
  ['boxes', mapOf(integer, nonEmpty), 'optional'],
])

export const putaway = record([
  ['id', integer],
  ['status', oneOf(0, 1, 2, 3)],
  ['expeditor', string],
  ['reference', string],
  ['warehouse', warehouse],
  [
    'validatedAt',
    orNull(
      record([
        ['date', phpDate],
        ['timezone_type', oneOf(3)],
        ['timezone', oneOf('Europe/Paris')],
      ]),
    ),
  ],
  ['content', listOf(contentLine)],
])

const note = (field: string, check: Check): FieldTable => [
  ['id', integer],
  [field, check],
  ['created_at', timestamp],
  ['updated_at', timestamp],
  ['format', litres],
  ['wine', nonEmpty],
  ['wine-id', integer],
]
export const wineComment = record(note('comment', string))
export const winePrice = record(note('price', decimalText))

export const transaction = record([
  ['id', integer],
  ['type', oneOf('I', 'O', 'M', 'A')],
  ['source', integer],
  [
    'destination',
    record([
      ['id', integer],
      ['code', nonEmpty],
    ]),
  ],
  ['bottle_id', integer],
  ['format', litres],
  ['wine_id', integer],
  ['wine', nonEmpty],
  ['color', nonEmpty],
  ['millesime', integer],
  ['description', orNull(string)],
  ['comment', string],
  ['created_at', timestamp],
])

export const address = record([
  ['id', integer],
  ['firstname', string],
  ['lastname', string],
  ['company', string],
  ['street1', nonEmpty],
  ['street2', orNull(string)],
  ['city', nonEmpty],
  ['zipcode', nonEmpty],
  ['country', nonEmpty],
  ['phone', nonEmpty],
  ['email', string],
  ['vat_number', orNull(string)],
  ['detail', string],
  ['reference', string],
])

const productLine = record([
  ['id', integer],
  ['quantity', number],
  ['price', number],
  [
    'product',
    record([
      ['id', integer],
      ['name', nonEmpty],
    ]),
  ],
])
const labelLine = record([
  ['id', integer],
  ['label', nonEmpty],
  ['quantity', number],
  ['price', number],
])
const invoiceLine: Check = (value, path) =>
  (typeof value === 'object' && value !== null && 'label' in value ? labelLine : productLine)(value, path)

export const invoice = record([
  ['id', integer],
  ['state', oneOf(1, 2, 3, 4)],
  ['validated_at', orNull(timestamp)],
  ['invoice_lines', listOf(invoiceLine)],
  [
    'address',
    record([
      ['firstname', orNull(string)],
      ['lastname', orNull(string)],
      ['company', orNull(string)],
      ['street1', nonEmpty],
      ['street2', orNull(string)],
      ['city', nonEmpty],
      ['zipcode', nonEmpty],
      ['country', countryCode],
      ['vat_number', orNull(string)],
    ]),
  ],
  [
    'company_invoicing',
    record([
      ['name', nonEmpty],
      ['street1', nonEmpty],
      ['street2', orNull(string)],
      ['city', nonEmpty],
      ['zipcode', nonEmpty],
      ['country', countryCode],
      ['siret', nonEmpty],
      ['vat_number', nonEmpty],
    ]),
  ],
  ['purchase_order', orNull(string)],
  ['payment_mode', oneOf('sdd', 'cb')],
  ['created_at', timestamp],
  ['updated_at', timestamp],
  ['subTotal', number],
  ['vat', number],
  ['total', number],
])

export const user = record([
  ['id', integer],
  ['name', nonEmpty],
  ['company', orNull(string)],
  ['email', nonEmpty],
  ['phone', orNull(string)],
  ['vat_number', orNull(string)],
  ['billing_copies', listOf(string)],
  ['stock_copies', listOf(string)],
  ['minimum_stock_alert', orNull(integer)],
  ['email_preference', listOf(nonEmpty)],
  ['unique_references', boolean],
  ['created_at', timestamp],
  ['updated_at', timestamp],
])
