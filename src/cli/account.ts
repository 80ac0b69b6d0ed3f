import { createAccount } from '../core/accounts/create-account.ts'
import { issueAccessKey, issueBearerToken } from '../core/accounts/credentials.ts'
import { getPersonByEmail, setAccountBlocked } from '../core/accounts/find-account.ts'
import { makePassword } from '../core/accounts/passwords.ts'
import { nextDay, parseDay, startOfParisDay } from '../core/calendar/paris-time.ts'
import type { Deps } from '../core/deps.ts'
import { StartRefusal } from '../start-refusal.ts'
import { type Command, readArguments } from './command.ts'
import { withService } from './open-service.ts'
import { recorded } from './recorded.ts'
import { refusalInWords } from './refusal-in-words.ts'

const help = `Usage: caveau account create EMAIL --first NAME --last NAME [--company NAME] [--password WORDS]
       caveau account block EMAIL
       caveau account unblock EMAIL
       caveau account key EMAIL [--rights read|write] [--name WORDS]
       caveau account token EMAIL [--rights read|write] [--name WORDS] [--until DAY]

create   opens an account and tells its password (one is made up when none is given)
block    refuses every request of the account from the next one on; unblock takes that back
key      makes an AccessKey and a SecretKey for v1; the secret is told once
token    makes a bearer token for v2; it is told once, and works to the end of the day given as YYYY-MM-DD`

const options = {
  first: { type: 'string' },
  last: { type: 'string' },
  company: { type: 'string' },
  password: { type: 'string' },
  rights: { type: 'string', default: 'write' },
  name: { type: 'string', default: 'command line' },
  until: { type: 'string' },
} as const

type Given = { [K in keyof typeof options]?: string | undefined }

const actions: Record<string, (deps: Deps, email: string, given: Given) => Promise<string>> = {
  create(deps, email, { first, last, company = null, password = makePassword() }) {
    if (!first || !last)
      throw new StartRefusal('An account needs the name of its owner: --first NAME --last NAME.')
    return recorded(deps, 'account.create', async (within) => {
      const owner = { email, firstName: first, lastName: last, company, password }
      const { accountId } = await createAccount(within, owner)
      const words = `account   ${accountId}\nemail     ${email}\npassword  ${password}`
      return { words, accountId, subjectId: accountId, detail: { email, company } }
    })
  },
  block: (deps, email) => setBlocked(deps, email, true),
  unblock: (deps, email) => setBlocked(deps, email, false),
  key(deps, email, given) {
    const { name, rights } = credential(given)
    return recorded(deps, 'access-key.create', async (within) => {
      const { accountId, personId } = await getHolder(within, email)
      const keys = await issueAccessKey(within, { accountId, personId, name, rights })
      const words = `AccessKey  ${keys.accessKey}\nSecretKey  ${keys.secretKey}`
      const detail = { person_id: personId, name, rights, access_key: keys.accessKey }
      return { words, accountId, detail }
    })
  },
  token(deps, email, given) {
    const { name, rights } = credential(given)
    const expiresAt = endOf(given.until)
    return recorded(deps, 'bearer-token.create', async (within) => {
      const { accountId, personId } = await getHolder(within, email)
      const words = await issueBearerToken(within, { accountId, personId, name, rights, expiresAt })
      return { words, accountId, detail: { person_id: personId, name, rights, until: given.until ?? null } }
    })
  },
}

const setBlocked = (deps: Deps, email: string, blocked: boolean) =>
  recorded(deps, blocked ? 'account.block' : 'account.unblock', async (within) => {
    const { accountId } = await getPersonByEmail(within, email)
    await setAccountBlocked(within, accountId, blocked)
    const words = `The account of ${email} is ${blocked ? 'blocked' : 'open again'}.`
    return { words, accountId, subjectId: accountId }
  })

async function getHolder(deps: Deps, email: string) {
  const person = await getPersonByEmail(deps, email)
  if (person.isInvited)
    throw new StartRefusal(`${email} has not accepted the invitation yet, so no credential of theirs works.`)
  return person
}

function credential({ rights, name = 'command line' }: Given) {
  if (rights !== 'read' && rights !== 'write') throw new StartRefusal('--rights is read or write.')
  return { rights, name } as const
}

function endOf(until: string | undefined): Date | null {
  if (until === undefined) return null
  const day = parseDay(until)
  if (!day) throw new StartRefusal('--until is a day such as 2027-12-31.')
  return startOfParisDay(nextDay(day))
}

export const accountCommand: Command = {
  summary: 'create, block and unblock accounts, make keys and tokens',
  help,
  run: async (args) => {
    const { values, positionals } = readArguments(args, options)
    const [name = '', email] = positionals
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (!action || !email) throw new StartRefusal(`Say what to do and with whose account.\n\n${help}`)
    return withService('caveau account', async ({ deps }) => {
      console.log(await action(deps, email, values).catch((error) => refusalInWords(error, email)))
      return 0
    })
  },
}
