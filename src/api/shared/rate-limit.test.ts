import fc from 'fast-check'
import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { RateLimiter } from './rate-limit.ts'

function limiterAt(perSecond: number, burst: number) {
  const clock = { ms: 1_000 }
  const limiter = new RateLimiter({ perSecond, burst }, () => clock.ms)
  const take = (key = 'key') => {
    const headers: Record<string, unknown> = {}
    const reply = { header: (name: string, value: unknown) => Object.assign(headers, { [name]: value }) }
    const failure = limiter.take(key, reply as unknown as FastifyReply)
    return { allowed: failure === undefined, failure, headers }
  }
  return { clock, take, giveBack: (key = 'key') => limiter.giveBack(key) }
}

test('a burst is allowed at once, and the next is refused', () => {
  const { take } = limiterAt(2, 5)
  expect(Array.from({ length: 6 }, () => take().allowed)).toEqual([true, true, true, true, true, false])
})

test('a token comes back every 1/perSecond of a second', () => {
  const { clock, take } = limiterAt(2, 1)
  expect(take().allowed).toBe(true)
  clock.ms += 499
  expect(take().allowed).toBe(false)
  clock.ms += 1
  expect(take().allowed).toBe(true)
})

test('waiting for long does not save up more than a burst', () => {
  const { clock, take } = limiterAt(50, 3)
  take()
  clock.ms += 3_600_000
  expect(Array.from({ length: 4 }, () => take().allowed)).toEqual([true, true, true, false])
})

test('what is given back can be taken again, and never makes more than a burst', () => {
  const { take, giveBack } = limiterAt(1, 2)
  giveBack()
  expect([take().allowed, take().allowed, take().allowed]).toEqual([true, true, false])
  giveBack()
  expect([take().allowed, take().allowed]).toEqual([true, false])
})

test('each key has a bucket of its own', () => {
  const { take } = limiterAt(1, 1)
  expect([take('a').allowed, take('a').allowed, take('b').allowed]).toEqual([true, false, true])
})

test('the headers tell the policy, what is left, and when the bucket is full again', () => {
  const { take } = limiterAt(5, 10)
  expect(take().headers).toEqual({
    'ratelimit-policy': '"credential";q=10;w=2',
    ratelimit: '"credential";r=9;t=1',
  })
  for (let times = 0; times < 9; times++) take()
  expect(take()).toMatchObject({
    failure: { status: 429, name: 'rate_limited' },
    headers: { ratelimit: '"credential";r=0;t=2', 'retry-after': 1 },
  })
})

test('a caller that goes on in spite of refusals is not punished further', () => {
  const { clock, take } = limiterAt(1, 1)
  take()
  for (let times = 0; times < 100; times++) {
    clock.ms += 9
    expect(take().allowed).toBe(false)
  }
  clock.ms += 100
  expect(take().allowed).toBe(true)
})

test('never more than the burst and what has come back since, and one who waits as told is served', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 200 }),
      (perSecond, burst, pauses) => {
        const { clock, take } = limiterAt(perSecond, burst)
        const start = clock.ms
        let allowed = 0
        for (const pause of pauses) {
          clock.ms += pause
          if (take().allowed) allowed += 1
        }
        expect(allowed).toBeLessThanOrEqual(burst + ((clock.ms - start) / 1000) * perSecond + 1e-6)
        const last = take()
        if (last.allowed) return
        clock.ms += Number(last.headers['retry-after']) * 1000
        expect(take().allowed).toBe(true)
      },
    ),
    { seed: 11 },
  )
})

test('memory is bounded: the key unused for longest is forgotten first', () => {
  const { take } = limiterAt(1, 1)
  take('oldest')
  take('used again')
  for (let index = 0; index < 49_998; index++) take(`key ${index}`)
  expect(take('used again').allowed).toBe(false)
  take('one more')
  expect(take('used again').allowed).toBe(false)
  expect(take('oldest').allowed).toBe(true)
})
