// Writes src/generated from the documents of the API. Run by "npm run generate -w @caveau/client".
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString, COMMENT_HEADER, type OpenAPI3 } from 'openapi-typescript'
import { type NamedSchemas, shareSchemas } from './share-schemas.ts'

/** Which records have a name, and where the document shows one: an operation's answer or body, or an element of it. */
const namedSchemas = {
  v1: {
    GetOutRequest: 'answer of getGetOutRequest',
    NewGetOutRequest: 'body of createGetOutRequest',
    Bottle: 'answer of getBottle',
    ConsolidatedBottle: 'element of listBottleConsolidated',
    Putaway: 'answer of getPutaway',
    Invoice: 'answer of getInvoice',
    Transaction: 'element of listTransactions',
    Address: 'answer of getAddress',
    User: 'answer of getUsers',
    WineComment: 'answer of getWineCommentSingle',
    WinePrice: 'answer of getWinePriceSingle',
  },
  v2: {
    Order: 'answer of getOrder',
    NewOrder: 'body of createOrder',
    Line: 'element of listBottles',
    Putaway: 'answer of getPutaway',
    Invoice: 'answer of getInvoice',
    Transaction: 'element of listTransactions',
    Address: 'answer of getAddress',
    NewAddress: 'body of createAddress',
    Account: 'answer of getAccount',
    Warehouse: 'element of listWarehouses',
    WineComment: 'answer of getWineCommentSingle',
    WinePrice: 'answer of getWinePriceSingle',
    EnumValue: 'element of listEnums',
    Webhook: 'answer of getWebhook',
    WebhookDelivery: 'answer of getWebhookDelivery',
  },
  sandbox: {
    Sandbox: 'answer of getSandbox',
    Clock: 'answer of getClock',
    MovedClock: 'answer of advanceClock',
    Order: 'element of listOrders',
    Putaway: 'element of listPutaways',
    Line: 'element of listBottles',
    Mail: 'element of listMails',
    Scenario: 'element of listScenarios',
  },
} as const satisfies Record<string, NamedSchemas>

type Version = keyof typeof namedSchemas
export const versions = Object.keys(namedSchemas) as Version[]
const inProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
export const generatedFile = (version: Version) => inProject(`client/src/generated/${version}.ts`)

const documentOf = async (slug: string) =>
  JSON.parse(await readFile(inProject(`docs/openapi/${slug}.json`), 'utf8'))

/** The types of a version as TypeScript, from the document that is kept in the repository. */
export const typesOf = async (version: Version): Promise<string> =>
  asTypeScript(shareSchemas(await documentOf(version), namedSchemas[version]))

/** Only the types of the named records of an API, for those who need no more of it. */
export const typesOfRecords = async (slug: string, names: NamedSchemas): Promise<string> =>
  asTypeScript({ ...shareSchemas(await documentOf(slug), names), paths: {} })

async function asTypeScript(document: ReturnType<typeof shareSchemas>): Promise<string> {
  const shared = document as unknown as OpenAPI3
  const nodes = await openapiTS(shared, {
    // A field with a default may be left out of a request.
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
  })
  return `${COMMENT_HEADER}${astToString(nodes)}`
}

if (import.meta.main)
  for (const version of versions) await writeFile(generatedFile(version), await typesOf(version))
