import { type ParseArgsConfig, parseArgs } from 'node:util'
import { settingTable } from '../config.ts'
import { StartRefusal } from '../start-refusal.ts'

export type Command = {
  summary: string
  help: string
  run: (args: string[]) => Promise<number>
}

/** Options and words of a command line, or a refusal that says where help is. */
export function readArguments<const T extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: T,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error)
    throw new StartRefusal(`${reason}. Add --help to see what this command takes.`)
  }
}

export const settingsHelp = (): string =>
  Object.entries(settingTable)
    .map(([name, { fallback, help }]) => `  ${name.padEnd(28)} ${help}${fallback ? ` (${fallback})` : ''}`)
    .join('\n')
