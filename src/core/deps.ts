import type { Settings } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { FileStore } from './files/file-store.ts'

/** What the business needs from outside. Time is an argument: nothing in core reads the clock by itself. */
export type Deps = {
  db: Database
  files: FileStore
  now: () => Date
  /** The real time, where `now` is that of an account. */
  realNow?: () => Date
  settings: Pick<
    Settings,
    'env' | 'secret' | 'trackingBaseUrl' | 'mail' | 'publicUrl' | 'baseUrl' | 'webhookTargets' | 'grantAccess'
  >
}

/** Who asks, and what they may do. Every read and write of owned rows takes the account from here. */
export type Caller = {
  accountId: number
  rights: 'read' | 'write'
  email: string
  name: string
}
