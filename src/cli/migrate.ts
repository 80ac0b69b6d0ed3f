import { type Command, readArguments } from './command.ts'
import { withService } from './open-service.ts'

export const migrateCommand: Command = {
  summary: 'bring the database schema up to date',
  help: 'Usage: caveau migrate\n\nBrings the schema up to date and ends. serve and worker do the same when they start.',
  run: async (args) => {
    readArguments(args, {})
    return withService('caveau migrate', async () => {
      console.log('The database is up to date.')
      return 0
    })
  },
}
