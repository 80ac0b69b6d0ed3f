import { Anchor, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { dayInWords, timeOf, wallTime } from '../../ui/paris-time.ts'
import { Tag } from '../../ui/tag.tsx'
import { stateInWords, useShownTime } from './shown-time.ts'

/** In the header of every page: by which time the account lives just now. */
export function HeaderClock() {
  const shown = useShownTime()
  if (!shown) return null
  const { clock, moment } = shown
  const state = stateInWords(clock)
  return (
    <Anchor component={Link} to="/sandbox" underline="never" c="inherit">
      <VisuallyHidden>Clock of the account: </VisuallyHidden>
      <Group gap="sm" wrap="nowrap">
        <Stack gap={0} align="flex-end">
          <Text component="time" size="sm">
            {dayInWords(wallTime(moment))} <b>{timeOf(moment)}</b>
          </Text>
          <Text size="xs" c="dimmed" lh={1.2} hiddenFrom="xs">
            {state}
          </Text>
        </Stack>
        <Tag tone={clock.real ? 'quiet' : 'warm'} visibleFrom="xs">
          {state}
        </Tag>
      </Group>
    </Anchor>
  )
}
