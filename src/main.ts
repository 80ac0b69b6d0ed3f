import { accessCommand } from './cli/access.ts'
import { accountCommand } from './cli/account.ts'
import { cellarCommand } from './cli/cellar.ts'
import type { Command } from './cli/command.ts'
import { importCommand } from './cli/import.ts'
import { migrateCommand } from './cli/migrate.ts'
import { openapiCommand } from './cli/openapi.ts'
import { ordersCommand } from './cli/orders.ts'
import { seedCommand } from './cli/seed.ts'
import { serveCommand } from './cli/serve.ts'
import { staffCommand } from './cli/staff.ts'
import { verifyCommand } from './cli/verify.ts'
import { workerCommand } from './cli/worker.ts'
import { StartRefusal } from './start-refusal.ts'

const commands: Record<string, Command> = {
  serve: serveCommand,
  worker: workerCommand,
  migrate: migrateCommand,
  seed: seedCommand,
  verify: verifyCommand,
  account: accountCommand,
  access: accessCommand,
  staff: staffCommand,
  import: importCommand,
  orders: ordersCommand,
  cellar: cellarCommand,
  openapi: openapiCommand,
}

const overview = `Usage: caveau COMMAND [--help]

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`)
  .join('\n')}

Settings come from the environment; "caveau serve --help" lists them.`

async function main([name = '--help', ...args]: string[]): Promise<number> {
  if (name === '--help' || name === '-h' || name === 'help') {
    console.log(overview)
    return 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new StartRefusal(`There is no command "${name}".\n\n${overview}`)
  if (args.includes('--help') || args.includes('-h')) {
    console.log(command.help)
    return 0
  }
  return command.run(args)
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  // What a person can mend is one sentence; anything else is a fault of ours and shows where it happened.
  console.error(error instanceof StartRefusal ? error.message : error)
  process.exitCode = 1
}
