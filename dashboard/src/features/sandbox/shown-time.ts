import { useQuery } from '@tanstack/react-query'
import type { Clock } from '../../generated/sandbox.ts'
import { useSecond } from '../../ui/use-clock.ts'
import { stateQuery } from './sandbox-api.ts'

/** What the clock shows at a moment of this machine, when it was told at another. A running one goes on between two answers. */
const shownAt = (clock: Clock, toldAt: number, moment: number) =>
  Date.parse(clock.now) + (clock.frozen ? 0 : Math.max(0, moment - toldAt))

/** The clock of the account, ticking; undefined until it is known. */
export function useShownTime(): { clock: Clock; moment: number } | undefined {
  const { data, dataUpdatedAt } = useQuery(stateQuery)
  const second = useSecond()
  return data && { clock: data.clock, moment: shownAt(data.clock, dataUpdatedAt, second) }
}

export function stateInWords({ real, frozen }: Clock): string {
  if (real) return 'real time'
  return frozen ? 'frozen' : 'set, running'
}
