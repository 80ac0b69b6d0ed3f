import { at, type Day, workingDayFrom } from './demo-calendar.ts'
import type { DemoWine } from './demo-records.ts'
import { seededRandom } from './random.ts'
import { type Label, type Region, regions } from './wine-labels.ts'
import { descriptions } from './wine-words.ts'

const wineCount = 300
const yearsInTheEstate = { jeune: 1, garde: 2, 'longue garde': 7 }

type Candidate = { region: Region; label: Label; vintage: number; releasedOn: Day }

/** About three vintages of every label, each known to the catalogue from the day it could be bought. */
export function makeWines(today: Day): DemoWine[] {
  const chance = seededRandom('wines')
  const catalogueOpened = today.subtract({ months: 38 })
  const perLabel = regions.flatMap((region) =>
    region.labels.map((label) => chance.shuffled(candidatesOf(region, label, today))),
  )
  // Every label has at least one wine; the rest of the places go by lot.
  const first = perLabel.flatMap((candidates) => candidates.slice(0, 1))
  const others = chance.shuffled(perLabel.flatMap((candidates) => candidates.slice(1)))
  const chosen = [...first, ...others.slice(0, wineCount - first.length)]
  return chosen
    .map(({ region, label, vintage, releasedOn }): Omit<DemoWine, 'key'> => {
      const [name, appellation, color, ranking, alcohol, price, keeping] = label
      const known = releasedOn.until(catalogueOpened).days > 0 ? catalogueOpened : releasedOn
      const age = vintage === 0 || keeping === 'jeune' ? 0 : today.year - vintage
      return {
        name,
        appellation,
        color,
        ranking,
        alcohol,
        vintage,
        country: region.country,
        region: region.region,
        description: chance.chance(45) ? chance.pick(descriptions[color]) : null,
        priceCents: Math.round((price * (100 + 3 * age)) / 50) * 50,
        createdAt: at(workingDayFrom(known), 10, chance.between(0, 59), chance.between(0, 59)),
      }
    })
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
    .map((wine, key) => ({ ...wine, key }))
}

function candidatesOf(region: Region, label: Label, today: Day): Candidate[] {
  const [, , , , , , keeping] = label
  if (keeping === 'sans année')
    return [{ region, label, vintage: 0, releasedOn: today.subtract({ months: 40 }) }]
  const oldest = today.year - (keeping === 'jeune' ? 5 : 21)
  const yearsBeforeRelease = yearsInTheEstate[keeping]
  const candidates: Candidate[] = []
  for (let vintage = today.year - 1; vintage >= oldest; vintage--) {
    const releasedOn = today.with({ year: vintage + yearsBeforeRelease, month: 3, day: 15 })
    if (releasedOn.until(today).days > 30) candidates.push({ region, label, vintage, releasedOn })
  }
  return candidates
}
