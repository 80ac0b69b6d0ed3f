export const staffRoles = ['admin', 'warehouse', 'billing'] as const
export type StaffRole = (typeof staffRoles)[number]

/** Somebody of the operator's people at work. `id` is null for work that no person of theirs ordered, such as a job's. */
export type Staff = { id: number | null; email: string; name: string }

/** The same, as a request shows them. */
export type SignedInStaff = Staff & {
  id: number
  role: StaffRole
  via: 'session' | 'token'
  tokenId: number | null
  /** Of the credential, so that it can be ended or counted. */
  credentialId: number
}

export const mayDo = (role: StaffRole, roles: readonly StaffRole[]): boolean =>
  role === 'admin' || roles.includes(role)
