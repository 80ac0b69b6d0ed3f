import { randomBytes } from 'node:crypto'
import { createAccount } from '../core/accounts/create-account.ts'
import { issueAccessKey, issueBearerToken } from '../core/accounts/credentials.ts'
import { getPersonByEmail, setAccountBlocked } from '../core/accounts/find-account.ts'
import type { Deps } from '../core/deps.ts'
import { Refusal } from '../core/problems.ts'
import { StartRefusal } from '../start-refusal.ts'
import { type Command, readArguments } from './command.ts'
import { withService } from './open-service.ts'

const help = `Usage: caveau account create EMAIL --first NAME --last NAME [--company NAME] [--password WORDS]
       caveau account block EMAIL
       caveau account unblock EMAIL
       caveau account key EMAIL [--rights read|write] [--name WORDS]
       caveau account token EMAIL [--rights read|write] [--name WORDS]

create   opens an account and tells its password (one is made up when none is given)
block    refuses every request of the account from the next one on; unblock takes that back
key      makes an AccessKey and a SecretKey for v1; the secret is told once
token    makes a bearer token for v2; it is told once`

const options = {
  first: { type: 'string' },
  last: { type: 'string' },
  company: { type: 'string' },
  password: { type: 'string' },
  rights: { type: 'string', default: 'write' },
  name: { type: 'string', default: 'command line' },
} as const

type Given = { [K in keyof typeof options]?: string | undefined }

const actions: Record<string, (deps: Deps, email: string, given: Given) => Promise<string>> = {
  async create(deps, email, { first, last, company, password = randomBytes(15).toString('base64url') }) {
    if (!first || !last)
      throw new StartRefusal('An account needs the name of its owner: --first NAME --last NAME.')
    if (password.length < 12) throw new StartRefusal('A password needs 12 characters or more.')
    const { accountId } = await createAccount(deps, {
      email,
      firstName: first,
      lastName: last,
      company: company ?? null,
      password,
    })
    return `account   ${accountId}\nemail     ${email}\npassword  ${password}`
  },
  async block(deps, email) {
    await setAccountBlocked(deps, (await getPersonByEmail(deps, email)).accountId, true)
    return `The account of ${email} is blocked.`
  },
  async unblock(deps, email) {
    await setAccountBlocked(deps, (await getPersonByEmail(deps, email)).accountId, false)
    return `The account of ${email} is open again.`
  },
  async key(deps, email, given) {
    const keys = await issueAccessKey(deps, {
      ...(await getPersonByEmail(deps, email)),
      ...credential(given),
    })
    return `AccessKey  ${keys.accessKey}\nSecretKey  ${keys.secretKey}`
  },
  async token(deps, email, given) {
    return issueBearerToken(deps, { ...(await getPersonByEmail(deps, email)), ...credential(given) })
  },
}

function credential({ rights, name = 'command line' }: Given) {
  if (rights !== 'read' && rights !== 'write') throw new StartRefusal('--rights is read or write.')
  return { rights, name } as const
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
      console.log(await action(deps, email, values).catch((error) => inWords(error, email)))
      return 0
    })
  },
}

function inWords(error: unknown, email: string): never {
  if (!(error instanceof Refusal)) throw error
  if (error.problem.code === 'record_not_found')
    throw new StartRefusal(`Nobody has the e-mail address ${email}.`)
  if (error.problem.code === 'fields_invalid')
    throw new StartRefusal(error.problem.fields.map(({ field, message }) => `${field} ${message}`).join('; '))
  throw error
}
