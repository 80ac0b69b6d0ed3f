#!/usr/bin/env node
import { fileURLToPath } from 'node:url'
import { prepare } from './bootstrap.mjs'
import { orRefuse } from './refusal.mjs'
import { runProgram } from './run-program.mjs'

await orRefuse(async () => {
  const node = await prepare()
  if (node === process.execPath) await import('../src/main.ts')
  else {
    const itself = fileURLToPath(import.meta.url)
    const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']
    process.exitCode = await runProgram(node, [itself, ...process.argv.slice(2)], { forwarded })
  }
})
