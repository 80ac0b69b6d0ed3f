import type { Deps } from '../core/deps.ts'
import { deactivateStaff } from '../core/staff/change-staff.ts'
import { hireStaff } from '../core/staff/hire-staff.ts'
import { issueOperatorToken } from '../core/staff/operator-tokens.ts'
import { type StaffRole, staffRoles } from '../core/staff/staff.ts'
import { getStaffByEmail } from '../core/staff/staff-reads.ts'
import { StartRefusal } from '../start-refusal.ts'
import { type Command, readArguments } from './command.ts'
import { withService } from './open-service.ts'
import { recorded } from './recorded.ts'
import { refusalInWords } from './refusal-in-words.ts'

const help = `Usage: caveau staff create EMAIL --first NAME --last NAME --role ROLE [--password WORDS]
       caveau staff deactivate EMAIL
       caveau staff token EMAIL --role ROLE [--name WORDS]

create      takes somebody on and tells their password (one is made up when none is given)
deactivate  shuts somebody out at once: sessions end and tokens are revoked
token       makes a token for a scanner or an ERP; it is told once

ROLE is admin, warehouse or billing.`

const options = {
  first: { type: 'string' },
  last: { type: 'string' },
  role: { type: 'string' },
  password: { type: 'string' },
  name: { type: 'string', default: 'command line' },
} as const

type Given = { [K in keyof typeof options]?: string | undefined }

const actions: Record<string, (deps: Deps, email: string, given: Given) => Promise<string>> = {
  create(deps, email, { first, last, role: given, password = null }) {
    if (!first || !last) throw new StartRefusal('Somebody has a name: --first NAME --last NAME.')
    const role = readRole(given)
    return recorded(deps, 'staff.create', async (within) => {
      const person = { email, firstName: first, lastName: last, password, role }
      const { member, madeUpPassword } = await hireStaff(within, person)
      const words = `staff     ${member.id}\nemail     ${member.email}\npassword  ${madeUpPassword ?? password}`
      return { words, subjectId: member.id, detail: { email: member.email, role } }
    })
  },
  deactivate: (deps, email) =>
    recorded(deps, 'staff.deactivate', async (within) => {
      const { id } = await getStaffByEmail(within.db, email)
      await deactivateStaff(within, id)
      return { words: `${email} is shut out.`, subjectId: id }
    }),
  token(deps, email, { role: given, name = 'command line' }) {
    const role = readRole(given)
    return recorded(deps, 'operator-token.create', async (within) => {
      const { id: staffId } = await getStaffByEmail(within.db, email)
      const { id, token } = await issueOperatorToken(within, { staffId, name, role, expiresAt: null })
      return { words: token, subjectId: id, detail: { staff_id: staffId, name, role } }
    })
  },
}

function readRole(given: string | undefined): StaffRole {
  const role = staffRoles.find((each) => each === given)
  if (!role) throw new StartRefusal(`--role is ${staffRoles.join(', ').replace(/, (?=\w+$)/, ' or ')}.`)
  return role
}

export const staffCommand: Command = {
  summary: "take on and shut out the operator's people, make their tokens",
  help,
  run: async (args) => {
    const { values, positionals } = readArguments(args, options)
    const [name = '', email] = positionals
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (!action || !email) throw new StartRefusal(`Say what to do and with whom.\n\n${help}`)
    return withService('caveau staff', async ({ deps }) => {
      console.log(await action(deps, email, values).catch((error) => refusalInWords(error, email)))
      return 0
    })
  },
}
