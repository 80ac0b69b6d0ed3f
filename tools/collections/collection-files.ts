import { readFileSync } from 'node:fs'
import { brunoCollection } from './bruno.ts'
import { postmanCollection } from './postman.ts'
import { type Document, readApi } from './read-api.ts'

export const collectionsFolder = new URL('../../docs/collections/', import.meta.url)

const about = `Every request of Caveau, with an example of each: version 2 (start here), version 1, the operator's side and the sandbox of preproduction.

Set the variables first: baseUrl, token for version 2 and the sandbox, accessKey and secretKey for version 1, operatorToken for the operator's side. The demo's are in data/demo.json. Ids and dates are examples: put in those that your lists show.`

/** Every file of the collections by its path in their folder. They are made from the published documents and from nothing else. */
export function collectionFiles(): Map<string, string> {
  const apis = ['v2', 'v1', 'operator', 'sandbox'].map((slug) => readApi(slug, readDocument(slug)))
  const files = new Map([['caveau.postman_collection.json', postmanCollection(apis, about)]])
  for (const [path, text] of brunoCollection(apis, about)) files.set(`bruno/${path}`, text)
  return files
}

export const readDocument = (slug: string): Document =>
  JSON.parse(readFileSync(new URL(`../openapi/${slug}.json`, collectionsFolder), 'utf8'))
