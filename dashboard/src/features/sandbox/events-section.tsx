import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../ui/loaded.tsx'
import { inWords } from '../../ui/paris-time.ts'
import { Section } from '../../ui/section.tsx'
import { eventInWords } from './event-words.ts'
import { eventsQuery } from './sandbox-api.ts'

export function EventsSection() {
  const query = useQuery(eventsQuery)
  return (
    <Section title="Events" about="What your webhooks are told, newest first.">
      <Loaded query={query} empty="Nothing has changed yet.">
        {(events) => (
          <Stack gap={6} component="ul" className="plain-list">
            {events.slice(0, 15).map((event) => (
              <Group key={event.id} component="li" gap="xs" justify="space-between" wrap="nowrap">
                <Text size="sm" truncate>
                  {eventInWords(event)}
                </Text>
                <Text size="xs" c="dimmed" className="figures" flex="none">
                  {inWords(event.created_at.date)}
                </Text>
              </Group>
            ))}
          </Stack>
        )}
      </Loaded>
    </Section>
  )
}
