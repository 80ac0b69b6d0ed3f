type SecurityScheme =
  | { type: 'apiKey'; in: 'header' | 'cookie'; name: string; description?: string }
  | { type: 'http'; scheme: 'bearer'; description?: string }

/** What an API's document says beside its routes. */
export type ApiDocument = {
  /** Its name in the address of the document. */
  slug: string
  title: string
  version: string
  description: string
  securitySchemes: Record<string, SecurityScheme>
  /** Any one of these opens the door; the schemes within one are asked together. */
  security: Record<string, string[]>[]
}
