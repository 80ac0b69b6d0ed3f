import {
  type CaveauClient,
  type CaveauError,
  CaveauNetworkError,
  createClient,
  isCaveauError,
} from '../../client/src/client.ts'
import { StartRefusal } from '../start-refusal.ts'
import { readDemoFile } from './demo-file.ts'
import { printable } from './table.ts'

/** The options of every command that talks to a running service. */
export const remoteOptions = {
  url: { type: 'string' },
  token: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const

export const remoteHelp = `--url URL      where the service runs (CELLAR_URL, else this machine at PORT)
--token TOKEN  a bearer token (CELLAR_TOKEN, else that of the demo on this machine)
--json         prints what the service answers, for programs

Ends with 1 when the service refuses, and with 2 when it cannot be reached or asks to come back later.`

export type RemoteGiven = { url?: string | undefined; token?: string | undefined; json: boolean }

/** Does the work with a client of the service; what the service refuses becomes a sentence and an exit code. */
export async function withClient(
  given: RemoteGiven,
  work: (client: CaveauClient) => Promise<void>,
): Promise<number> {
  const client = createClient(await placeOf(given))
  try {
    await work(client)
    return 0
  } catch (error) {
    if (error instanceof CaveauNetworkError) {
      console.error(given.json ? asJson({ name: error.name, message: error.message }) : error.message)
      return 2
    }
    if (!isCaveauError(error)) throw error
    console.error(given.json ? asJson(factsOf(error)) : inWords(error))
    return error.status === 429 || error.status >= 500 ? 2 : 1
  }
}

export const asJson = (value: unknown): string => JSON.stringify(value, null, 2)

/** An answer as JSON, or in words that are made only when people read them. */
export const tell = <T>({ json }: RemoteGiven, answer: T, inWords: (answer: T) => string): void =>
  console.log(json ? asJson(answer) : inWords(answer))

async function placeOf({ url, token }: RemoteGiven) {
  const { CELLAR_URL, CELLAR_TOKEN, PORT, DATA_DIR } = process.env
  const chosen = url ?? (CELLAR_URL || undefined)
  const baseUrl = chosen ?? `http://127.0.0.1:${PORT || 8080}`
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl))
    throw new StartRefusal(
      `"${baseUrl}" is not the address of a service: it begins with http:// or https://.`,
    )
  const known = token ?? (CELLAR_TOKEN || undefined) ?? (await demoToken(DATA_DIR || './data', chosen))
  if (known) return { baseUrl, token: known }
  throw new StartRefusal(
    'A bearer token is needed: --token TOKEN, or CELLAR_TOKEN in the environment. "caveau account token EMAIL" makes one.',
  )
}

/** The demo's token opens the demo alone, so no other service is shown it. */
async function demoToken(dataDir: string, chosen: string | undefined): Promise<string | undefined> {
  const demo = await readDemoFile(dataDir)
  const isDemo = chosen === undefined || new URL(chosen).origin === demo?.baseUrl
  return isDemo ? demo?.owners[0]?.bearerToken : undefined
}

const factsOf = ({ name, message, status, details, requestId, retryAfter }: CaveauError) => ({
  name,
  message,
  status,
  details,
  requestId,
  retryAfter,
})

function inWords({ name, message, details, requestId }: CaveauError): string {
  const request = requestId ? `, request ${requestId}` : ''
  return [
    `${printable(message)} (${name}${request})`,
    ...details.map((detail) => `  ${detail.field}: ${printable(detail.message)}`),
  ].join('\n')
}
