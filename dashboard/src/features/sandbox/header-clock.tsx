import { Anchor, Badge, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { shortTime, timeOf, weekdayOf } from '../../ui/paris-time.ts'
import { stateInWords, useShownTime } from './shown-time.ts'

/** In the header of every page: by which time the account lives just now. */
export function HeaderClock() {
  const shown = useShownTime()
  if (!shown) return null
  const { clock, moment } = shown
  return (
    <Anchor component={Link} to="/sandbox" underline="never" c="inherit" aria-label={`Clock of the account: ${weekdayOf(moment)} ${shortTime(moment)}, ${stateInWords(clock)}`}>
      <Group gap="xs" wrap="nowrap">
        <Text component="time" size="sm" ta="right" className="figures">
          {shortTime(moment).replace(/,? \d\d:\d\d$/, '')} <b>{timeOf(moment)}</b>
        </Text>
        <Badge variant="light" color={clock.real ? 'gray' : 'orange'} tt="none" visibleFrom="xs">
          {stateInWords(clock)}
        </Badge>
      </Group>
    </Anchor>
  )
}
