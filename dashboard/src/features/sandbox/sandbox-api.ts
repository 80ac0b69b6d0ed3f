import { queryOptions } from '@tanstack/react-query'
import type { Line, Order, Putaway } from '../../../../client/src/generated/v2.ts'
import type { Event, Mail, MovedClock, Sandbox, Scenario } from '../../generated/sandbox.ts'
import { callApi } from '../../ui/call-api.ts'

const read = <T>(path: string) => callApi<T>('GET', `/sandbox${path}`)
const write = <T>(path: string, body: unknown = {}, method = 'POST') =>
  callApi<T>(method, `/sandbox${path}`, body)

/** All of it is asked for anew when something was done. */
export const sandboxKey = ['sandbox']

// Other people and the warehouse's own work change these as well.
const live = { refetchInterval: 5_000, staleTime: 0 }
const liveQuery = <T>(name: string, path: string) =>
  queryOptions({ queryKey: [...sandboxKey, name], queryFn: () => read<T>(path), ...live })

export const stateQuery = liveQuery<Sandbox>('state', '')
export const openOrdersQuery = liveQuery<Order[]>('orders', '/orders?open=1')
export const putawaysQuery = liveQuery<Putaway[]>('putaways', '/putaways')
export const mailsQuery = liveQuery<Mail[]>('mails', '/mails?count=10')
export const eventsQuery = liveQuery<Event[]>('events', '/events')
// A large cellar is a large answer, so it is asked for only after what changes it.
export const bottlesQuery = queryOptions({
  queryKey: ['cellar'],
  queryFn: () => read<Line[]>('/bottles'),
  staleTime: 60_000,
})
export const scenariosQuery = queryOptions({
  queryKey: ['scenarios'],
  queryFn: () => read<Scenario[]>('/scenarios'),
  staleTime: Number.POSITIVE_INFINITY,
})

export type ClockMove = { set: string; frozen: boolean } | { by: string } | 'back to real time'

export function moveClock(move: ClockMove): Promise<MovedClock> {
  if (move === 'back to real time') return callApi('DELETE', '/sandbox/clock')
  if ('by' in move) return write('/clock/advance', { by: move.by })
  return write('/clock', { now: move.set, frozen: move.frozen }, 'PUT')
}

export const setAuto = (auto: boolean) => write<Sandbox>('/auto', { auto }, 'PUT')
export const stepOrder = (id: number, step: string) =>
  write<Order>(`/orders/${id}/${step}`, step === 'hold' ? { reason: 'Held in the sandbox' } : {})
export type Bottles = { reference: string; quantity: number }
export const announcePutaway = (bottles: Bottles) => write<Putaway>('/putaways', { content: [bottles] })
export const stepPutaway = (id: number, step: string) => write<Putaway>(`/putaways/${id}/${step}`)
export const loseBottles = (how: 'lose' | 'break', bottles: Bottles) =>
  write<unknown>(`/bottles/${how}`, bottles)
export const loadScenario = (name: string) => write<Sandbox>(`/scenarios/${encodeURIComponent(name)}`)
