import type { Staff } from '../staff/staff.ts'

/** Who works in the warehouse of a sandbox: nobody of the operator's people. */
export const sandboxStaff: Staff = { id: null, email: 'sandbox@caveau.invalid', name: 'Sandbox' }
