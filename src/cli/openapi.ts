import pino from 'pino'
import { loadSettings } from '../config.ts'
import { openFileStore } from '../core/files/open-file-store.ts'
import { databaseOf, openPool } from '../db/database.ts'
import { buildServer } from '../server.ts'
import { StartRefusal } from '../start-refusal.ts'
import { type Command, readArguments } from './command.ts'

const apis = ['v1', 'v2', 'operator', 'sandbox', 'events']

export const openapiCommand: Command = {
  summary: 'print the OpenAPI document of an API',
  help: `Usage: caveau openapi ${apis.join('|')}

Prints the OpenAPI document of one API, or the AsyncAPI document of the events, as the service shows it at /docs, but for the environment. It needs no database, and no setting changes it.`,
  run: async (args) => {
    const [slug = '', ...more] = readArguments(args, {}).positionals
    if (!apis.includes(slug) || more.length > 0)
      throw new StartRefusal(`Say which API: ${apis.join(', ')}. Add --help to see what this command takes.`)
    console.log(await openapiDocument(slug))
    return 0
  },
}

/** The documents are made from the routes, and routes touch the database only when they are called. */
async function openapiDocument(slug: string): Promise<string> {
  const settings = loadSettings({ CAVEAU_RATE_LIMIT: 'off' })
  const pool = openPool({ connectionString: 'postgres://nowhere.invalid' }, { max: 1, applicationName: '' })
  const files = await openFileStore(settings)
  const deps = { db: databaseOf(pool), files, now: () => new Date(), settings }
  const log = pino({ level: 'silent' })
  const app = await buildServer({ settings, deps, pool, log, publishesDocuments: true })
  try {
    const document = await app.inject(`/docs/${slug}.json`)
    return JSON.stringify(document.json(), null, 2)
  } finally {
    await app.close()
  }
}
