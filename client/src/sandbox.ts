import { type ConnectionOptions, connect } from './connection.ts'
import type { paths } from './generated/sandbox.ts'

/** The sandbox of an account of preproduction: its clock, its warehouse, and cellars to begin with. */
export function sandboxOf(connection: ConnectionOptions, headers: Record<string, string>) {
  const { http, call } = connect<paths>(connection, headers)
  return {
    /** Every route by its path, typed; errors are returned and not thrown. */
    http,
    get: call.plain('get', '/sandbox'),
    /** Whether the warehouse works by itself as the clock passes. */
    setAuto: call.withBody('put', '/sandbox/auto'),
    scenarios: call.plain('get', '/sandbox/scenarios'),
    /** Empties the cellar of the account and fills it anew. */
    loadScenario: call.plain('post', '/sandbox/scenarios/{name}'),
    clock: {
      get: call.plain('get', '/sandbox/clock'),
      set: call.withBody('put', '/sandbox/clock'),
      advance: call.withBody('post', '/sandbox/clock/advance'),
      /** Back to the real time. */
      reset: call.plain('delete', '/sandbox/clock'),
    },
    orders: {
      list: call.plain('get', '/sandbox/orders'),
      start: call.plain('post', '/sandbox/orders/{id}/start'),
      stop: call.plain('post', '/sandbox/orders/{id}/stop'),
      pick: call.plain('post', '/sandbox/orders/{id}/pick'),
      shortPick: call.withBody('post', '/sandbox/orders/{id}/short-pick'),
      hold: call.withBody('post', '/sandbox/orders/{id}/hold'),
      release: call.plain('post', '/sandbox/orders/{id}/release'),
      ready: call.withBody('post', '/sandbox/orders/{id}/ready'),
      ship: call.withBody('post', '/sandbox/orders/{id}/ship'),
      deliver: call.withBody('post', '/sandbox/orders/{id}/deliver'),
      withdraw: call.withBody('post', '/sandbox/orders/{id}/withdraw'),
    },
    putaways: {
      list: call.plain('get', '/sandbox/putaways'),
      announce: call.withBody('post', '/sandbox/putaways'),
      arrive: call.plain('post', '/sandbox/putaways/{id}/arrive'),
      validate: call.withBody('post', '/sandbox/putaways/{id}/validate'),
      refuse: call.withBody('post', '/sandbox/putaways/{id}/refuse'),
    },
    bottles: {
      list: call.plain('get', '/sandbox/bottles'),
      lose: call.withBody('post', '/sandbox/bottles/lose'),
      break: call.withBody('post', '/sandbox/bottles/break'),
    },
    invoices: {
      pay: call.withBody('post', '/sandbox/invoices/{id}/pay'),
    },
    mails: call.paged('/sandbox/mails'),
    events: call.plain('get', '/sandbox/events'),
  }
}
