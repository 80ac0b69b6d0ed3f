// The last step of npm run openapi, on the Node that Caveau runs on.
import { join } from 'node:path'
import { prepare, projectFolder } from './bootstrap.mjs'
import { orRefuse } from './refusal.mjs'
import { runProgram } from './run-program.mjs'

await orRefuse(async () => {
  const node = await prepare()
  process.exitCode = await runProgram(node, [join(projectFolder, 'tools/write-collections.ts')], {
    forwarded: ['SIGINT', 'SIGTERM', 'SIGHUP'],
  })
})
