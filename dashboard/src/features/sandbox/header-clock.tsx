import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { dayInWords, timeOf, wallTime } from '../../ui/paris-time.ts'
import { stateInWords, useShownTime } from './shown-time.ts'

/** In the header of every page: by which time the account lives just now. */
export function HeaderClock() {
  const shown = useShownTime()
  if (!shown) return null
  const { clock, moment } = shown
  const [day, state] = [dayInWords(wallTime(moment)), stateInWords(clock)]
  return (
    <Anchor
      component={Link}
      to="/sandbox"
      underline="never"
      c="inherit"
      aria-label={`Clock of the account: ${day}, ${timeOf(moment)}, ${state}`}
    >
      <Group gap="sm" wrap="nowrap">
        <Stack gap={0} align="flex-end">
          <Text component="time" size="sm">
            {day} <b>{timeOf(moment)}</b>
          </Text>
          <Text size="xs" c="dimmed" lh={1.2} hiddenFrom="xs">
            {state}
          </Text>
        </Stack>
        <Badge variant="light" color={clock.real ? 'gray' : 'orange'} tt="none" visibleFrom="xs">
          {state}
        </Badge>
      </Group>
    </Anchor>
  )
}
