type FieldMessage = { field: string; message: string }

/** An answer that says no, in the service's own words. */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: string
  readonly details: readonly FieldMessage[]
  constructor(status: number, code: string, message: string, details: readonly FieldMessage[] = []) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

const unreachable = 'The service cannot be reached. Check your connection and try again.'
const unreadable = 'The service answered in a way this page does not understand. Try again in a moment.'

/** Calls the service this page came from; the browser adds the session. */
export async function callApi<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await send(method, path, body)
  if (response.status === 204) return undefined as T
  const answer = await response.json().catch(() => undefined)
  if (response.ok) {
    if (answer === undefined) throw new ApiFailure(response.status, 'unreadable', unreadable)
    return answer as T
  }
  const { name = 'unreadable', message = unreadable, details } = answer ?? {}
  throw new ApiFailure(response.status, name, message, details)
}

async function send(method: string, path: string, body: unknown): Promise<Response> {
  try {
    return await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  } catch {
    throw new ApiFailure(0, 'unreachable', unreachable)
  }
}

export const isSignedOut = (error: unknown): boolean => error instanceof ApiFailure && error.status === 401

/** What the service said about single fields, by their names in the form; the wire writes names with underscores. */
export function fieldErrors(error: unknown, names: Record<string, string> = {}): Record<string, string> {
  if (!(error instanceof ApiFailure)) return {}
  return Object.fromEntries(
    error.details.map(({ field, message }) => [names[field] ?? field, `${sentence(message)}.`]),
  )
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
