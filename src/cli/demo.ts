import { mkdir } from 'node:fs/promises'
import type { Settings } from '../config.ts'
import { bool, statement } from '../db/statement.ts'
import { seedDemo } from '../demo/seed-demo.ts'
import { StartRefusal } from '../start-refusal.ts'
import { type DemoFile, readDemoFile, writeDemoFile } from './demo-file.ts'
import type { OpenService } from './open-service.ts'

const anyAccount = statement('accounts.any', 'select exists (select from accounts) as "anyAccount"', {
  anyAccount: bool,
})

export function refuseDemoInProduction({ env }: Pick<Settings, 'env'>): void {
  if (env === 'production')
    throw new StartRefusal('The demo cellar is for preproduction, and CAVEAU_ENV says production.')
}

/** Fills the database with the demo cellar and writes the credentials down. */
export async function seedAndTell({ deps, settings }: OpenService, baseUrl: string): Promise<DemoFile> {
  refuseDemoInProduction(settings)
  await mkdir(settings.dataDir, { recursive: true })
  const demo = { baseUrl, ...(await seedDemo(deps)) }
  await writeDemoFile(settings.dataDir, demo)
  return demo
}

/** The demo of this installation: made at the first start on an empty database, remembered by its file afterwards. */
export async function prepareDemo(service: OpenService, baseUrl: string): Promise<DemoFile | undefined> {
  const { settings, demoSeededAt, db } = service
  if (!settings.demo) return undefined
  if (demoSeededAt) return readDemoFile(settings.dataDir)
  const found = await db.row(anyAccount)
  return found?.anyAccount ? undefined : seedAndTell(service, baseUrl)
}
