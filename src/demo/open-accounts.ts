import { randomBytes } from 'node:crypto'
import { createAccount, createStaff } from '../core/accounts/create-account.ts'
import { issueAccessKey, issueBearerToken } from '../core/accounts/credentials.ts'
import type { Deps } from '../core/deps.ts'
import { issueOperatorToken } from '../core/staff/operator-tokens.ts'
import { statement } from '../db/statement.ts'
import { type DemoOwner, operator } from './people.ts'

const setAccountSettings = statement(
  'demo.set-account-settings',
  `update accounts set phone = $2, vat_number = $3, billing_copies = $4, stock_copies = $5,
     minimum_stock_alert = $6, muted_mails = $7
   where id = $1`,
  {},
)

const makePassword = () => randomBytes(15).toString('base64url')

/** Opens an owner's account with every kind of credential; nothing else of the demo is random. */
export async function openOwnerAccount(deps: Deps, owner: DemoOwner) {
  const { email } = owner
  const password = makePassword()
  const { accountId, personId } = await createAccount(deps, { ...owner, password })
  await deps.db.run(setAccountSettings, [
    accountId,
    owner.phone,
    owner.vatNumber,
    owner.billingCopies,
    owner.stockCopies,
    owner.minimumStockAlert,
    owner.mutedMails,
  ])
  const credential = { accountId, personId, rights: 'write' } as const
  const { accessKey, secretKey } = await issueAccessKey(deps, { ...credential, name: 'Démonstration v1' })
  const bearerToken = await issueBearerToken(deps, { ...credential, name: 'Démonstration v2' })
  return { accountId, credentials: { email, password, accessKey, secretKey, bearerToken } }
}

export async function openOperatorAccess(deps: Deps) {
  const password = makePassword()
  const staffId = await createStaff(deps, { ...operator, password, role: 'admin' })
  const demoToken = { staffId, name: 'Démonstration', role: 'admin', expiresAt: null } as const
  const { token } = await issueOperatorToken(deps, demoToken)
  return { email: operator.email, password, token }
}
