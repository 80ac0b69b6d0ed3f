import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DemoCredentials } from '../demo/seed-demo.ts'

export type DemoFile = { baseUrl: string } & DemoCredentials

const pathIn = (dataDir: string) => join(dataDir, 'demo.json')

/** The demo's credentials, for people and scripts; readable by the owner of the process only. */
export async function writeDemoFile(dataDir: string, demo: DemoFile): Promise<void> {
  const draft = `${pathIn(dataDir)}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, pathIn(dataDir))
}

export async function readDemoFile(dataDir: string): Promise<DemoFile | undefined> {
  const text = await readFile(pathIn(dataDir), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text)
}
