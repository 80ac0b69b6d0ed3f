import { loadSettings } from '../config.ts'
import { StartRefusal } from '../start-refusal.ts'
import { type Command, readArguments } from './command.ts'
import { refuseDemoInProduction, seedAndTell } from './demo.ts'
import { withService } from './open-service.ts'

export const seedCommand: Command = {
  summary: 'fill the database with the demo cellar',
  help: 'Usage: caveau seed\n\nFills the database with the demo cellar, once, and writes <DATA_DIR>/demo.json. Refused in production.',
  run: async (args) => {
    readArguments(args, {})
    refuseDemoInProduction(loadSettings(process.env))
    return withService('caveau seed', async (service) => {
      const { settings, demoSeededAt } = service
      if (demoSeededAt)
        throw new StartRefusal('The demo cellar is here already; an empty DATA_DIR gets a new one.')
      await seedAndTell(service, `http://${settings.host}:${settings.port}`)
      console.log(`The demo cellar is ready; its credentials are in ${settings.dataDir}/demo.json.`)
      return 0
    })
  },
}
