import { expect, test, vi } from 'vitest'
import { rememberByDay } from './remember-by-day.ts'

test('a day is looked at once', () => {
  const find = vi.fn((day: string) => day.length)
  const length = rememberByDay(find)
  expect([length('2026-06-01'), length('2026-06-01')]).toEqual([10, 10])
  expect(find).toHaveBeenCalledTimes(1)
})

test('the memory does not grow with the number of days asked for', () => {
  const find = vi.fn((day: string) => day.length)
  const length = rememberByDay(find)
  length('first')
  for (let day = 0; day < 5000; day++) length(`${day}`)
  length('first')
  expect(find).toHaveBeenCalledTimes(5002)
})
