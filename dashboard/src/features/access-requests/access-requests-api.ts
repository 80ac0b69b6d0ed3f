import { queryOptions } from '@tanstack/react-query'
import type { AccessRequest } from '../../generated/operator.ts'
import { callApi } from '../../ui/call-api.ts'

export type AccessState = AccessRequest['state']
export const accessStates = ['asked', 'granted', 'declined'] as const satisfies AccessState[]

/** Those that wait are shown first. */
export const accessStateIn = (value: unknown): AccessState =>
  accessStates.find((state) => state === value) ?? 'asked'

export const accessRequestsKey = ['access-requests']
export const accessRequestsQuery = (state: AccessState) =>
  queryOptions({
    queryKey: [...accessRequestsKey, state],
    queryFn: () => callApi<AccessRequest[]>('GET', `/operator/access-requests?state=${state}&count=100`),
    refetchInterval: 30_000,
  })

export const grantAccess = (id: number) =>
  callApi<AccessRequest>('POST', `/operator/access-requests/${id}/grant`, {})
export const declineAccess = (id: number, reason: string) =>
  callApi<AccessRequest>('POST', `/operator/access-requests/${id}/decline`, reason ? { reason } : {})
