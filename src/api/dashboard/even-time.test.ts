import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inEvenTime } from './even-time.ts'

test('the answer waits when the work was quick', async () => {
  const happened: string[] = []
  const answered = inEvenTime(30, async () => void happened.push('worked')).then(() =>
    happened.push('answered'),
  )
  await Promise.all([answered, pause(5).then(() => happened.push('meanwhile'))])
  expect(happened).toEqual(['worked', 'meanwhile', 'answered'])
})

test('the answer waits for work that is slow, and a refusal is told as late as any answer', async () => {
  const happened: string[] = []
  await inEvenTime(1, () => pause(10).then(() => void happened.push('worked')))
  expect(happened).toEqual(['worked'])
  const refused = inEvenTime(30, () => Promise.reject(new Error('no'))).catch((error) =>
    happened.push(error.message),
  )
  await Promise.all([refused, pause(5).then(() => happened.push('meanwhile'))])
  expect(happened).toEqual(['worked', 'meanwhile', 'no'])
})
