type SecurityScheme =
  | { type: 'apiKey'; in: 'header' | 'cookie'; name: string; description?: string }
  | { type: 'http'; scheme: 'bearer'; description?: string }

/** What an API's document says beside its routes. */
export type ApiDocument = {
  /** Its name in the address of the document. */
  slug: string
  /** What every address of the API starts with. */
  prefix: string
  title: string
  version: string
  description: string
  securitySchemes: Record<string, SecurityScheme>
  /** Any one of these opens the door; the schemes within one are asked together. */
  security: Record<string, string[]>[]
  /** The groups of routes: the first part of their addresses, and what they are about. */
  tags: Record<string, string>
  /** The names of errors by their status. */
  errors: Record<string, readonly string[]>
}

export const badRequests = [
  'parameter_invalid',
  'parameter_missing',
  'invalid_json',
  'request_content_type_invalid',
] as const

/** What any request can meet. */
export const failuresOfAll = {
  '413': ['request_too_large'],
  '429': ['rate_limited'],
  '500': ['internal_error'],
  '503': ['service_unavailable'],
} as const

/** The errors of both versions of the owners' API; `missingKeys` are those of a version that asks for two keys. */
export const ownerErrors = (missingKeys: readonly string[]): ApiDocument['errors'] => ({
  '400': [
    ...badRequests,
    ...['bottle_not_found', 'quantity_unavailable', 'delivery_date_invalid', 'address_invalid'],
    ...['file_type_invalid', 'file_too_large'],
  ],
  '401': [...missingKeys, 'credentials_invalid', 'not_sufficient_rights_invalid'],
  '403': ['account_blocked', 'https_required'],
  '404': ['not_found'],
  '409': ['order_not_editable', 'reference_taken', 'idempotency_key_reused'],
  ...failuresOfAll,
})
