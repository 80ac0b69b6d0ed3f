import { readFileSync } from 'node:fs'
import { StartRefusal } from './start-refusal.ts'

/** The user that the server runs as. PostgreSQL refuses to run as root, so root picks somebody else. */
export type ServerAccount = { name: string; uid: number; gid: number; isThisProcess: boolean }

type Owner = { uid: number; gid: number }

export function accountForNewCluster(): ServerAccount {
  const self = ownAccount()
  if (self.uid !== 0) return self
  const users = readUsers()
  const found = users.find(({ name }) => name === 'postgres') ?? users.find(({ name }) => name === 'nobody')
  if (!found || found.uid === 0) {
    throw new StartRefusal(
      'PostgreSQL does not run as root, and this machine has no user "postgres" or "nobody" to run it as: ' +
        'start Caveau as an ordinary user, or set DATABASE_URL.',
    )
  }
  return { ...found, isThisProcess: false }
}

/** An existing cluster is served by its owner, so that root and an ordinary user may take turns. */
export function accountOfCluster(folder: string, owner: Owner): ServerAccount {
  const self = ownAccount()
  const ownerName = nameOf(owner.uid)
  if (owner.uid === 0) {
    throw new StartRefusal(
      `The database folder ${folder} belongs to root, and PostgreSQL does not run as root: give it to another ` +
        `user, for example with "chown -R ${self.uid === 0 ? 'nobody' : self.name} ${folder}".`,
    )
  }
  if (owner.uid === self.uid) return self
  if (self.uid === 0) return { name: ownerName, ...owner, isThisProcess: false }
  throw new StartRefusal(
    `The database folder ${folder} belongs to the user ${ownerName}, and this process runs as ${self.name}: ` +
      `start Caveau as ${ownerName} or root, or set DATA_DIR to another folder.`,
  )
}

export const credentialsOf = ({ uid, gid, isThisProcess }: ServerAccount) =>
  isThisProcess ? {} : { uid, gid }

function ownAccount(): ServerAccount {
  const uid = process.geteuid?.() ?? 0
  return { name: nameOf(uid), uid, gid: process.getegid?.() ?? 0, isThisProcess: true }
}

const nameOf = (uid: number) => readUsers().find((user) => user.uid === uid)?.name ?? `number ${uid}`

function readUsers() {
  try {
    return readFileSync('/etc/passwd', 'utf8').split('\n').flatMap(parseUser)
  } catch {
    return []
  }
}

function parseUser(line: string) {
  const [name, , uid, gid] = line.split(':')
  return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
}
