import { queryOptions } from '@tanstack/react-query'
import type { Staff } from '../../generated/operator.ts'
import { callApi } from '../../ui/call-api.ts'
import { orNobody, type SignIn } from '../session/session-api.ts'

export const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: () => orNobody(callApi<Staff>('GET', '/operator/session')),
  staleTime: 60_000,
})

export const openStaffSession = (given: SignIn) => callApi<Staff>('POST', '/operator/session', given)
export const endStaffSession = () => callApi<void>('DELETE', '/operator/session')
