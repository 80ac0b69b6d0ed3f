// Writes docs/collections anew from docs/openapi: `npm run openapi` does both.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { collectionFiles, collectionsFolder } from './collections/collection-files.ts'

const files = collectionFiles()
// What is no longer in the documents shall be no longer here.
rmSync(new URL('bruno', collectionsFolder), { recursive: true, force: true })
for (const [path, text] of files) {
  const file = new URL(path, collectionsFolder)
  mkdirSync(new URL('.', file), { recursive: true })
  writeFileSync(file, text)
}
console.log(`docs/collections: ${files.size} files`)
