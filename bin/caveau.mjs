#!/usr/bin/env node
import { fileURLToPath } from 'node:url'
import { prepare, projectFolder } from './bootstrap.mjs'
import { buildPages } from './build-pages.mjs'
import { orRefuse } from './refusal.mjs'
import { runProgram } from './run-program.mjs'

await orRefuse(async () => {
  const node = await prepare()
  if (node === process.execPath) {
    if (process.argv[2] === 'serve') await buildPages(projectFolder, node)
    await import('../src/main.ts')
  } else {
    const itself = fileURLToPath(import.meta.url)
    const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']
    process.exitCode = await runProgram(node, [itself, ...process.argv.slice(2)], { forwarded })
  }
})
