// Writes src/generated from the documents of the APIs. Run by "npm run generate -w @caveau/dashboard".
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { typesOfRecords } from '../client/generate-types.ts'

/** Which records the pages know of, and where the document shows one. Those of orders and the like come from the client. */
const namedRecords = {
  operator: {
    Staff: 'answer of getSession',
    AccessRequest: 'answer of getAccessRequest',
  },
  sandbox: {
    Sandbox: 'answer of getSandbox',
    Clock: 'answer of getClock',
    MovedClock: 'answer of updateClock',
    Scenario: 'element of listScenarios',
    Mail: 'element of listMails',
    Event: 'element of listEvents',
  },
} as const

type Api = keyof typeof namedRecords
export const apis = Object.keys(namedRecords) as Api[]
export const generatedFile = (api: Api) => fileURLToPath(new URL(`src/generated/${api}.ts`, import.meta.url))
export const typesOf = (api: Api): Promise<string> => typesOfRecords(api, namedRecords[api])

if (import.meta.main) for (const api of apis) await writeFile(generatedFile(api), await typesOf(api))
