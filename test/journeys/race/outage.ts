import type { Told } from './race-client.ts'

/** All that a caller may see of a failure: that there was one, and which request it was. */
const silence =
  /^\{"result":"error","name":"(internal_error","message":"[\w .]+ [\w-]{36}\."|service_unavailable","message":"[\w .]+")\}$/

/** The time in which the database is not there, and the service may say so. */
export class Outage {
  readonly #over = Promise.withResolvers<void>()
  #from = Number.POSITIVE_INFINITY
  #to = Number.POSITIVE_INFINITY

  begin(): void {
    this.#from = performance.now()
  }

  end(): void {
    this.#to = performance.now()
    this.#over.resolve()
  }

  untilOver(): Promise<void> {
    return this.#over.promise
  }

  /** Whether the database was away while the request ran, and the answer gives nothing of the inside away. */
  excuses({ sentAt, answeredAt, body }: Told): boolean {
    return answeredAt > this.#from && sentAt < this.#to && silence.test(JSON.stringify(body))
  }
}
