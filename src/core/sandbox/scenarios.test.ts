import { describe, expect, test } from 'vitest'
import { regions } from '../../demo/wine-labels.ts'
import { Refusal } from '../problems.ts'
import { bottlesPer, shelfCodes } from './scenario-places.ts'
import { wineLabels } from './scenario-wines.ts'
import { getScenario, listScenarios, scenarioNames } from './scenarios.ts'

test('there are seven, each with its size', () => {
  expect(
    listScenarios().map(({ name, bottles, wines, warehouses }) => [name, bottles, wines, warehouses]),
  ).toEqual([
    ['empty', 0, 0, 0],
    ['small', 60, 7, 1],
    ['3000-bottles', 3000, 104, 3],
    ['100000-bottles', 100_000, 444, 3],
    ['split-warehouses', 50, 3, 3],
    ['boxed', 115, 5, 1],
    ['last-bottle', 1, 1, 1],
  ])
})

test('an unknown name is refused with those that there are', () => {
  const refusal = (() => {
    try {
      return getScenario('big')
    } catch (error) {
      return error
    }
  })()
  expect(refusal).toBeInstanceOf(Refusal)
  expect((refusal as Refusal).problem).toEqual({
    code: 'fields_invalid',
    fields: [{ field: 'name', message: `must be one of ${scenarioNames.join(', ')}` }],
  })
})

describe.each(scenarioNames)('%s', (name) => {
  const { cellar } = getScenario(name)
  const goods = [...cellar().stock, ...cellar().putaways.flatMap(({ lines }) => lines)]

  test('is the same every time', () => expect(cellar()).toEqual(cellar()))

  test('has whole boxes on shelves that there are', () => {
    for (const { packing, quantity, shelf } of goods) {
      expect(quantity).toBeGreaterThan(0)
      expect(quantity % bottlesPer(packing)).toBe(0)
      expect(shelfCodes[shelf]).toBeDefined()
    }
  })

  test('notes each wine and format once, with a price', () => {
    const { notes } = cellar()
    expect(new Set(notes.map(({ comment }) => comment)).size).toBe(notes.length)
    for (const { price } of notes) expect(price).toMatch(/^[1-9]\d*\.\d\d$/)
  })
})

test('small has formats, one wooden case, notes, addresses and both kinds of putaway', () => {
  const { stock, notes, addresses, putaways } = getScenario('small').cellar()
  expect(new Set(stock.map(({ formatMl }) => formatMl))).toEqual(new Set([375, 750, 1500]))
  expect(stock.filter(({ packing }) => packing !== '')).toMatchObject([{ packing: 'CBO6', quantity: 6 }])
  expect(notes).toHaveLength(9)
  expect(addresses).toHaveLength(2)
  expect(putaways.map(({ validatedDaysAgo }) => validatedDaysAgo)).toEqual([17, null])
})

test('split-warehouses has a wine of which no warehouse has nine of twenty', () => {
  const { stock } = getScenario('split-warehouses').cellar()
  const pauillac = stock.filter(({ wine }) => wine.appellation === 'Pauillac')
  expect(pauillac.map(({ warehouse, quantity }) => [warehouse, quantity])).toEqual([
    ['paris', 8],
    ['bordeaux', 7],
    ['beaune', 5],
  ])
})

test('boxed has not a single loose bottle, and last-bottle nothing beside one', () => {
  expect(
    getScenario('boxed')
      .cellar()
      .stock.filter(({ packing }) => packing === ''),
  ).toEqual([])
  expect(getScenario('last-bottle').cellar()).toMatchObject({
    stock: [{ quantity: 1 }],
    ...{ putaways: [], notes: [], addresses: [] },
  })
})

test('the demo cellar has every wine', () => {
  const known = regions.flatMap(({ country, region, labels }) =>
    labels.map(([name, appellation, color, ranking, alcohol, price, keeping]) => ({
      ...{ name, appellation, color, country, region, ranking, alcohol, price },
      hasVintage: keeping !== 'sans année',
    })),
  )
  for (const label of wineLabels) expect(known).toContainEqual(label)
})
