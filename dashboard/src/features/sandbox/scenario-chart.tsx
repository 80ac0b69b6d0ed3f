import { Text } from '@mantine/core'
import type { Scenario } from '../../generated/sandbox.ts'
import classes from './scenario-chart.module.css'

const measures = ['bottles', 'wines', 'warehouses'] as const
const number = new Intl.NumberFormat('en-GB')

/** One cellar may hold a thousand times what another does, so a bar grows with the number of digits. */
const lengthOf = (count: number, most: number) =>
  count === 0 ? 0 : Math.round((100 * Math.log1p(count)) / Math.log1p(Math.max(most, 1)))

/** How much is in a scenario, beside the others. The numbers are there in words as well. */
export function ScenarioChart({ scenario, all }: { scenario: Scenario; all: readonly Scenario[] }) {
  return (
    <dl className={classes.chart}>
      {measures.map((measure) => {
        const count = scenario[measure]
        const most = Math.max(...all.map((each) => each[measure]))
        return (
          <div key={measure} className={classes.row}>
            <Text component="dt" size="xs" c="dimmed">
              {measure}
            </Text>
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" className={classes.track}>
              <rect width={lengthOf(count, most)} height="8" rx="2" className={classes[measure]} />
            </svg>
            <Text component="dd" size="xs" ta="right" className="figures">
              {number.format(count)}
            </Text>
          </div>
        )
      })}
    </dl>
  )
}
