import { onTestFinished, vi } from 'vitest'
import { type Handler, openReceiver, type Receiver } from './open-receiver.ts'

/** A receiver that is closed when the test is done. */
export async function startReceiver(answer?: Handler): Promise<Receiver> {
  const receiver = await openReceiver(answer)
  onTestFinished(receiver.close)
  return receiver
}

/** Waits until so many messages have come. */
export const untilReceived = (receiver: Receiver, count: number, timeout = 20_000) =>
  vi.waitUntil(() => receiver.messages.length >= count, { interval: 5, timeout })
