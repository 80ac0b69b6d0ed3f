// npm test, npm run check and npm run fix, on the Node that Caveau runs on.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepare, projectFolder } from './bootstrap.mjs'
import { buildPages } from './build-pages.mjs'
import { orRefuse } from './refusal.mjs'
import { runProgram } from './run-program.mjs'
import { stepsOf } from './steps.mjs'

await orRefuse(async () => {
  const steps = stepsOf(process.argv.slice(2), process.env)
  const node = await prepare()
  // Ctrl-C in a terminal reaches the tools without us, and they take a second one for "stop at once".
  const forwarded = process.stdin.isTTY ? ['SIGTERM', 'SIGHUP'] : ['SIGINT', 'SIGTERM', 'SIGHUP']
  process.chdir(projectFolder)
  if (steps.some(({ program }) => program === 'vitest')) await buildPages(projectFolder, node)
  for (const { title, package: name, program, args, env = process.env } of steps) {
    console.error(`> ${title}`)
    process.exitCode = await runProgram(node, [binOf(name, program), ...args], { forwarded, env })
    if (process.exitCode !== 0) return
  }
})

function binOf(name, program) {
  const home = join(projectFolder, 'node_modules', name)
  return join(home, JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).bin[program])
}
