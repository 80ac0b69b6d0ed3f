import { describe, expect, test } from 'vitest'
import {
  nextPutawayStatuses,
  type PutawayStatus,
  requireStatus,
  requireStep,
  sumAnnounced,
} from './putaway.ts'

const statuses = Object.keys(nextPutawayStatuses) as PutawayStatus[]
const allowed = ['announced arrived', 'announced refused', 'arrived validated', 'arrived refused']

describe.each(statuses)('from %s', (status) => {
  test.each(statuses)('to %s', (next) => {
    const step = () => requireStep({ id: 7, status }, next)
    if (allowed.includes(`${status} ${next}`)) expect(step()).toBeUndefined()
    else expect(step).toThrow(expect.objectContaining({ code: 'step_not_possible' }))
  })
})

test.each([
  [
    'announced',
    'validated',
    'Putaway 7 is announced; it cannot become validated. It can become arrived or refused.',
  ],
  [
    'arrived',
    'announced',
    'Putaway 7 is arrived; it cannot become announced. It can become validated or refused.',
  ],
  ['validated', 'refused', 'Putaway 7 is validated; it cannot become refused. No other status can follow.'],
] as const)('a jump from %s to %s names both, and what is possible', (status, next, sentence) => {
  expect(() => requireStep({ id: 7, status }, next)).toThrow(sentence)
})

test('work of another status is refused with the same words', () => {
  expect(requireStatus({ id: 7, status: 'arrived' }, 'arrived', 'can be counted')).toBeUndefined()
  expect(() => requireStatus({ id: 7, status: 'announced' }, 'arrived', 'can be counted')).toThrow(
    'Putaway 7 is announced; it can be counted only while it is arrived. It can become arrived or refused.',
  )
})

describe('announced lines', () => {
  const line = (wineId: number, quantity: number, boxCode = '') => ({
    wineId,
    formatMl: 750,
    boxCode,
    quantity,
  })

  test('of the same goods are one line', () => {
    expect(sumAnnounced([line(1, 2), line(2, 1), line(1, 3), line(1, 6, 'CBO6')])).toEqual([
      line(1, 5),
      line(2, 1),
      line(1, 6, 'CBO6'),
    ])
  })

  test('may hold 20,000 bottles and not one more', () => {
    expect(sumAnnounced([line(1, 10_000), line(2, 10_000)])).toHaveLength(2)
    expect(() => sumAnnounced([line(1, 10_000), line(1, 10_001)])).toThrow(
      expect.objectContaining({
        problem: {
          code: 'fields_invalid',
          fields: [
            { field: 'lines', message: 'must announce at most 20000 bottles in all, and announces 20001' },
          ],
        },
      }),
    )
  })
})
