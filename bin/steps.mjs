import { Refusal } from './refusal.mjs'

const staticSteps = [
  { title: 'Format and lint', package: '@biomejs/biome', program: 'biome', args: ['check'] },
  { title: 'Types', package: 'typescript', program: 'tsc', args: ['--noEmit'] },
  // Once more as a browser sees it, where nothing of Node is.
  { title: 'Types of the client', package: 'typescript', program: 'tsc', args: ['--noEmit', '-p', 'client'] },
  { title: 'Types of the pages', package: 'typescript', program: 'tsc', args: ['-p', 'dashboard'] },
  { title: 'Unused code', package: 'knip', program: 'knip', args: [] },
]
const fixStep = {
  title: 'Format and fix',
  package: '@biomejs/biome',
  program: 'biome',
  args: ['check', '--write'],
}

/** The tests run on the embedded server, and once more on a server of your own when one is given. */
function testSteps(args, environment) {
  const { TEST_DATABASE_URL: url, ...env } = environment
  const step = { package: 'vitest', program: 'vitest', args: ['run', ...args] }
  const embedded = {
    ...step,
    title: 'Tests on the embedded PostgreSQL',
    env: { ...env, CAVEAU_TEST_SERVER: 'embedded' },
  }
  const external = {
    ...step,
    title: 'Tests on the PostgreSQL of TEST_DATABASE_URL',
    env: { ...env, TEST_DATABASE_URL: url, CAVEAU_TEST_SERVER: 'external' },
  }
  return url ? [embedded, external] : [embedded]
}

export function stepsOf([command, ...args], environment) {
  if (command === 'test') return testSteps(args, environment)
  if (command === 'fix' && args.length === 0) return [fixStep]
  if (command === 'check' && args.length === 0) return [...staticSteps, ...testSteps([], environment)]
  if (command === 'check' && args.join() === '--static') return staticSteps
  throw new Refusal('This is "test [names of test files]", "check [--static]" or "fix".')
}
