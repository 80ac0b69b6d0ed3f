import { type Credentials, credentialsOf, variables } from './credentials.ts'
import type { Api, Body, Folder, SampleRequest, Value } from './read-api.ts'

/** A collection as Bruno keeps it: a folder of text files, here by their paths in it. */
export function brunoCollection(apis: readonly Api[], about: string): Map<string, string> {
  const files = new Map<string, string>()
  const add = (path: string, ...blocks: string[]) => files.set(path, blocks.filter(Boolean).join('\n'))
  const settings = { version: '1', name: 'Caveau', type: 'collection', ignore: ['node_modules', '.git'] }
  files.set('bruno.json', `${JSON.stringify(settings, null, 2)}\n`)
  add('collection.bru', text('docs', about))
  const { baseUrl, ...secrets } = variables
  add(
    'environments/local.bru',
    block('vars', [`baseUrl: ${baseUrl}`]),
    list('vars:secret', Object.keys(secrets)),
  )

  for (const [index, api] of apis.entries()) {
    const credentials = credentialsOf(api.slug)
    add(`${api.slug}/folder.bru`, meta(api.title, index + 1), ...authOf(credentials), text('docs', api.about))
    for (const [place, folder] of api.folders.entries()) {
      add(`${api.slug}/${folder.name}/folder.bru`, ...folderBlocks(folder, place + 1))
      for (const [at, request] of folder.requests.entries())
        add(
          `${api.slug}/${folder.name}/${kebab(request.operationId)}.bru`,
          ...requestBlocks(request, credentials, at + 1),
        )
    }
  }
  return files
}

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const block = (name: string, lines: readonly string[]) =>
  lines.length > 0 ? `${name} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n` : ''
const text = (name: string, words: string) => block(name, words.split('\n'))
const list = (name: string, names: readonly string[]) =>
  `${name} [\n${names.map((each) => `  ${each}`).join(',\n')}\n]\n`
const meta = (name: string, place: number, type?: 'http') =>
  block('meta', [`name: ${name}`, ...(type ? [`type: ${type}`] : []), `seq: ${place}`])

const authOf = (credentials: Credentials) =>
  credentials.kind === 'bearer'
    ? [block('auth', ['mode: bearer']), block('auth:bearer', [`token: {{${credentials.variable}}}`])]
    : [
        block(
          'headers',
          Object.entries(credentials.headers).map(([name, value]) => `${name}: ${value}`),
        ),
        block('auth', ['mode: none']),
      ]

const folderBlocks = ({ name, about }: Folder, place: number) => [
  meta(name, place),
  block('auth', ['mode: inherit']),
  text('docs', about),
]

function requestBlocks(request: SampleRequest, { kind }: Credentials, place: number): string[] {
  const { method, path, query, pathValues, body, needsCredentials } = request
  const asked = query
    .filter(({ isOn }) => isOn)
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
  const address = `{{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
  const line = ({ name, value }: Value) => `${name}: ${value}`
  return [
    meta(request.title, place, 'http'),
    block(method.toLowerCase(), [
      `url: ${[address, ...(asked.length > 0 ? [asked.join('&')] : [])].join('?')}`,
      `body: ${body ? bodyModes[body.kind] : 'none'}`,
      `auth: ${kind === 'bearer' && needsCredentials ? 'inherit' : 'none'}`,
    ]),
    block('params:query', [
      ...query.filter(({ isOn }) => isOn).map(line),
      ...query.filter(({ isOn }) => !isOn).map((each) => `~${line(each)}`),
    ]),
    block('params:path', pathValues.map(line)),
    block('headers', [
      // Version 1 asks for it without a body, too; of a body the program tells by itself.
      ...(kind === 'headers' && !body ? ['Content-Type: application/json'] : []),
      ...(method === 'POST' ? ['~Idempotency-Key: {{$guid}}'] : []),
    ]),
    body ? bodyBlock(body) : '',
    text('docs', request.about),
  ]
}

const bodyModes = { json: 'json', form: 'multipartForm', file: 'file' }

function bodyBlock(body: Body): string {
  if (body.kind === 'json') return text('body:json', body.text)
  if (body.kind === 'form') return block('body:multipart-form', ['files: @file()'])
  return block('body:file', [`file: @file() @contentType(${body.mediaType})`])
}
