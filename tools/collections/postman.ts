import { type Credentials, credentialsOf, variables } from './credentials.ts'
import type { Api, Body, SampleRequest } from './read-api.ts'

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** A collection of the format 2.1 of Postman, which many other programs read as well. */
export const postmanCollection = (apis: readonly Api[], about: string): string => {
  const collection = {
    info: {
      // The same for ever, so that importing a newer one replaces the older.
      _postman_id: '6b0f5a52-7c4e-4c58-9d7e-2f1f0c6a7e31',
      name: 'Caveau',
      description: about,
      schema,
    },
    item: apis.map((api) => {
      const credentials = credentialsOf(api.slug)
      return {
        name: api.title,
        description: api.about,
        auth: authOf(credentials),
        item: api.folders.map((folder) => ({
          name: folder.name,
          description: folder.about,
          item: folder.requests.map((request) => itemOf(request, credentials)),
        })),
      }
    }),
    variable: Object.entries(variables).map(([key, value]) => ({ key, value, type: 'string' })),
  }
  return `${JSON.stringify(collection, null, 2)}\n`
}

const authOf = (credentials: Credentials) =>
  credentials.kind === 'bearer'
    ? { type: 'bearer', bearer: [{ key: 'token', value: `{{${credentials.variable}}}`, type: 'string' }] }
    : { type: 'noauth' }

function itemOf(request: SampleRequest, credentials: Credentials) {
  const keys =
    credentials.kind === 'headers' && request.needsCredentials ? Object.entries(credentials.headers) : []
  const header = [
    ...keys.map(([key, value]) => ({ key, value })),
    ...contentTypeOf(request, credentials).map((value) => ({ key: 'Content-Type', value })),
    ...(request.method === 'POST'
      ? [
          {
            key: 'Idempotency-Key',
            value: '{{$guid}}',
            disabled: true,
            description: 'The same key again is the same request, done once.',
          },
        ]
      : []),
  ]
  return {
    name: request.title,
    request: {
      ...(request.needsCredentials ? {} : { auth: { type: 'noauth' } }),
      method: request.method,
      header,
      ...(request.body && { body: bodyOf(request.body) }),
      url: urlOf(request),
      description: request.about,
    },
    response: [],
  }
}

/** Version 1 asks for it with a body or without. Of a form the program writes it itself. */
function contentTypeOf({ body }: SampleRequest, { kind }: Credentials): string[] {
  if (body?.kind === 'form') return []
  if (body?.kind === 'file') return [body.mediaType]
  return body || kind === 'headers' ? ['application/json'] : []
}

function bodyOf(body: Body) {
  if (body.kind === 'json') return { mode: 'raw', raw: body.text, options: { raw: { language: 'json' } } }
  if (body.kind === 'form') return { mode: 'formdata', formdata: [{ key: 'files', type: 'file', src: [] }] }
  return { mode: 'file', file: {} }
}

function urlOf({ path, query, pathValues }: SampleRequest) {
  const withColons = path.replaceAll(/\{(\w+)\}/g, ':$1')
  const asked = query
    .filter(({ isOn }) => isOn)
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
  return {
    raw: `{{baseUrl}}${[withColons, ...(asked.length > 0 ? [asked.join('&')] : [])].join('?')}`,
    host: ['{{baseUrl}}'],
    path: withColons.slice(1).split('/'),
    ...(query.length > 0 && {
      query: query.map(({ name, value, about, isOn }) => ({
        key: name,
        value,
        ...(about && { description: about }),
        ...(!isOn && { disabled: true }),
      })),
    }),
    ...(pathValues.length > 0 && {
      variable: pathValues.map(({ name, value, about }) => ({
        key: name,
        value,
        ...(about && { description: about }),
      })),
    }),
  }
}
