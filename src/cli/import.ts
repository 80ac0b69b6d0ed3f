import { createReadStream } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { basename } from 'node:path'
import { getPersonByEmail } from '../core/accounts/find-account.ts'
import { recordAudit } from '../core/audit/record-audit.ts'
import type { Deps } from '../core/deps.ts'
import { cleanFileName } from '../core/files/file-name.ts'
import { auditDetail } from '../core/imports/audit-detail.ts'
import {
  type Destination,
  type Import,
  type ImportKind,
  importKinds,
  type Progress,
} from '../core/imports/import.ts'
import { importFile } from '../core/imports/import-file.ts'
import { findWarehouseByName } from '../core/imports/import-reads.ts'
import { inTransaction } from '../core/in-transaction.ts'
import { Refusal } from '../core/problems.ts'
import { WorkRefusal } from '../core/work-refusal.ts'
import { StartRefusal } from '../start-refusal.ts'
import { type Command, readArguments } from './command.ts'
import { withService } from './open-service.ts'

const help = `Usage: caveau import wines FILE [--dry-run]
       caveau import stock FILE --account EMAIL --warehouse NAME [--create-wines] [--again] [--dry-run]

wines    adds the wines of a CSV file to the catalogue
stock    brings in the opening stock of an account in one warehouse

--dry-run       checks every line and writes nothing
--create-wines  makes the wines that the catalogue does not have from the lines that name them
--again         takes a file of stock that has been brought in before once more

One wrong line, and nothing is written; each is named.`

const options = {
  account: { type: 'string' },
  warehouse: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  'create-wines': { type: 'boolean', default: false },
  again: { type: 'boolean', default: false },
} as const

const nobody = { id: null, email: '', name: 'command line' }

type Asked = { kind: ImportKind; path: string; account: string | undefined; warehouse: string | undefined }

function readAsked(words: string[], account: string | undefined, warehouse: string | undefined): Asked {
  const [word, path] = words
  const kind = importKinds.find((each) => each === word)
  if (!kind || !path) throw new StartRefusal(`Say what to import, and from which file.\n\n${help}`)
  if (kind === 'stock' && (!account || !warehouse))
    throw new StartRefusal('Stock needs its owner and its place: --account EMAIL --warehouse NAME.')
  return { kind, path, account, warehouse }
}

export const importCommand: Command = {
  summary: 'add wines or opening stock from a CSV file',
  help,
  run: async (args) => {
    const { values, positionals } = readArguments(args, options)
    const asked = readAsked(positionals, values.account, values.warehouse)
    await access(asked.path, constants.R_OK).catch(() => {
      throw new StartRefusal(`The file ${asked.path} cannot be read.`)
    })
    return withService('caveau import', async ({ deps }) => {
      const done = await importAsked(deps, asked, {
        isDryRun: values['dry-run'],
        makesWines: asked.kind === 'wines' || values['create-wines'],
        isAgain: values.again,
        runsAsJob: false,
      }).catch(inWords)
      console.log(told(done))
      return 0
    })
  },
}

type Choices = { isDryRun: boolean; makesWines: boolean; isAgain: boolean; runsAsJob: boolean }

async function importAsked(deps: Deps, asked: Asked, choices: Choices): Promise<Import> {
  const { kind, path } = asked
  const given = {
    kind,
    fileName: cleanFileName(basename(path)),
    ...choices,
    ...(await destinationOf(deps, asked)),
  }
  return importFile(deps, nobody, given, createReadStream(path), {
    listen: showProgress(),
    run: (_fingerprint, work) =>
      inTransaction(deps, async (within) => {
        const done = await work(within)
        const { id: subjectId, accountId } = done
        const deed = { action: `import.${kind}`, accountId, subjectId, detail: auditDetail(done) }
        await recordAudit(within.db, { via: 'command line', staffName: nobody.name }, deed, within.now())
        return done
      }),
  })
}

async function destinationOf(
  deps: Deps,
  { kind, account = '', warehouse = '' }: Asked,
): Promise<Destination> {
  if (kind === 'wines') return { accountId: null, warehouseId: null }
  const { accountId } = await getPersonByEmail(deps, account).catch(() => {
    throw new StartRefusal(`Nobody has the e-mail address ${account}.`)
  })
  const warehouseId = await findWarehouseByName(deps.db, warehouse)
  if (warehouseId === undefined) throw new StartRefusal(`No warehouse is called ${warehouse}.`)
  return { accountId, warehouseId }
}

/** One line that is written over on a terminal; elsewhere a line now and then. */
function showProgress(): (progress: Progress) => void {
  let shown = 0
  return ({ state, linesRead, made }) => {
    const words = state === 'checking' ? `checking: ${linesRead} lines` : `writing: ${made} bottles`
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${words}`)
    else if (shown++ % 20 === 0) process.stderr.write(`${words}\n`)
  }
}

function told({ kind, isDryRun, id, linesRead, made, known, winesMade, report }: Import): string {
  const read = `Read ${linesRead} lines as ${report.encoding} with ${JSON.stringify(report.separator)} between values.`
  const passedOver = report.passedOver?.length ? ` Passed over: ${report.passedOver.join(', ')}.` : ''
  const numbers =
    kind === 'wines' ? `${made} wines made, ${known} known` : `${made} bottles made, ${winesMade} wines made`
  return `${read}${passedOver}\nImport ${id}${isDryRun ? ', nothing written' : ''}: ${numbers}.`
}

function inWords(error: unknown): never {
  if (error instanceof Refusal && error.problem.code === 'fields_invalid')
    throw new StartRefusal(error.problem.fields.map(({ field, message }) => `${field} ${message}`).join('; '))
  if (error instanceof Refusal && error.problem.code === 'file_too_large')
    throw new StartRefusal(`The file is larger than ${error.problem.largestFileBytes} bytes.`)
  if (!(error instanceof WorkRefusal)) throw error
  const lines = error.fields.map(({ field, message }) => `${field}: ${message}`)
  throw new StartRefusal([...lines, error.message].join('\n'))
}
