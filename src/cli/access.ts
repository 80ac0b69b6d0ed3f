import { type AccessRequest, listAccessRequests } from '../core/access/access-reads.ts'
import { accessStates } from '../core/access/access-request.ts'
import { declineAccess, grantAccess } from '../core/access/decide-access.ts'
import { parisTimestamp } from '../core/calendar/paris-time.ts'
import type { Deps } from '../core/deps.ts'
import { Refusal } from '../core/problems.ts'
import { StartRefusal } from '../start-refusal.ts'
import { type Command, readArguments } from './command.ts'
import { withService } from './open-service.ts'
import { recorded, userAtTheTerminal } from './recorded.ts'
import { refusalInWords } from './refusal-in-words.ts'
import { table } from './table.ts'

const help = `Usage: caveau access list [--state asked|granted|declined|all] [--count NUMBER]
       caveau access grant ID [--first NAME] [--last NAME] [--company NAME]
       caveau access decline ID [--reason WORDS]

list     shows who asked for an account, newest first (those that wait for an answer, 50 of them)
grant    opens the account and mails its owner how to choose a password
decline  mails who asked that there will be none, and why when a reason is given`

const options = {
  state: { type: 'string', default: 'asked' },
  count: { type: 'string', default: '50' },
  first: { type: 'string' },
  last: { type: 'string' },
  company: { type: 'string' },
  reason: { type: 'string' },
} as const

type Given = { [K in keyof typeof options]?: string | undefined }

const decisions: Record<string, (deps: Deps, id: number, given: Given) => Promise<string>> = {
  grant: (deps, id, { first, last, company }) =>
    recorded(deps, 'access-request.grant', async (within) => {
      const correction = {
        ...(first !== undefined && { firstName: first }),
        ...(last !== undefined && { lastName: last }),
        ...(company !== undefined && { company }),
      }
      const { email, accountId } = await grantAccess(within, userAtTheTerminal(), id, correction)
      const words = `account   ${accountId}\nemail     ${email}\nThe invitation is on its way.`
      return { words, accountId, subjectId: id, detail: { email } }
    }),
  decline: (deps, id, { reason = null }) =>
    recorded(deps, 'access-request.decline', async (within) => {
      const { email, declineReason } = await declineAccess(within, userAtTheTerminal(), id, reason)
      const words = `The request of ${email} is declined.`
      return { words, subjectId: id, detail: { email, reason: declineReason } }
    }),
}

async function list(deps: Deps, { state: given, count = '' }: Given): Promise<string> {
  const state = accessStates.find((each) => each === given)
  if (!state && given !== 'all') throw new StartRefusal('--state is asked, granted, declined or all.')
  if (!/^[1-9]\d{0,2}$/.test(count)) throw new StartRefusal('--count is a number from 1 to 999.')
  const { records, total } = await listAccessRequests(deps.db, state ?? null, {
    page: 1,
    count: Number(count),
  })
  if (total === 0) return 'There is none.'
  const shown = table(columns, records, process.stdout.columns)
  return total > records.length ? `${shown}\n${records.length} of ${total}.` : shown
}

const columns = [
  { title: 'ID', of: ({ id }: AccessRequest) => id, isNumber: true },
  { title: 'ASKED', of: ({ askedAt }: AccessRequest) => parisTimestamp(askedAt).slice(0, 16) },
  { title: 'STATE', of: ({ state }: AccessRequest) => state },
  { title: 'EMAIL', of: ({ email }: AccessRequest) => email },
  { title: 'NAME', of: ({ firstName, lastName }: AccessRequest) => `${firstName} ${lastName}` },
  { title: 'COMPANY', of: ({ company }: AccessRequest) => company },
  { title: 'MESSAGE', of: ({ message }: AccessRequest) => message },
]

function readId(given: string | undefined): number {
  if (!given || !/^[1-9]\d{0,14}$/.test(given))
    throw new StartRefusal('Say which request, by the number that "caveau access list" shows.')
  return Number(given)
}

function inWords(error: unknown, id: number): never {
  if (error instanceof Refusal && error.problem.code === 'record_not_found')
    throw new StartRefusal(`There is no request ${id}.`)
  return refusalInWords(error, '')
}

export const accessCommand: Command = {
  summary: 'list, grant and decline requests for access',
  help,
  run: async (args) => {
    const { values, positionals } = readArguments(args, options)
    const [name = '', given] = positionals
    const decide = Object.hasOwn(decisions, name) ? decisions[name] : undefined
    if (!decide && name !== 'list') throw new StartRefusal(`Say what to do with which request.\n\n${help}`)
    const id = decide ? readId(given) : 0
    return withService('caveau access', async ({ deps }) => {
      const words = decide ? decide(deps, id, values) : list(deps, values)
      console.log(await words.catch((error) => inWords(error, id)))
      return 0
    })
  },
}
