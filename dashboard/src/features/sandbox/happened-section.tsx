import { List, Stack, Text } from '@mantine/core'
import { inWords } from '../../ui/paris-time.ts'
import { Section } from '../../ui/section.tsx'
import { happenedInWords } from './happened-words.ts'
import type { MovedClock } from './sandbox-types.ts'

/** What came of the last step of the clock. It is read out when it changes. */
export function HappenedSection({ moved }: { moved: MovedClock | null }) {
  return (
    <Section title="What happened" about="On the way of the last step of the clock, oldest first.">
      <Stack gap="xs" aria-live="polite">
        {!moved && (
          <Text size="sm" c="dimmed">
            Move the clock forward and look here.
          </Text>
        )}
        {moved?.happened.length === 0 && <Text size="sm">The time came, and nothing was due.</Text>}
        {moved && moved.happened.length < moved.happened_total && (
          <Text size="sm" c="dimmed">
            The last {moved.happened.length} of {moved.happened_total}.
          </Text>
        )}
        <List size="sm" spacing={6} listStyleType="none">
          {moved?.happened.map((each) => (
            <List.Item key={`${each.at} ${each.what} ${each.id}`}>
              <Text span inherit c="dimmed" className="figures">
                {inWords(each.at)}
              </Text>{' '}
              {happenedInWords(each)}
              {each.refusal && (
                <Text span inherit c="red">
                  {' '}
                  could not happen: {each.refusal}
                </Text>
              )}
            </List.Item>
          ))}
        </List>
      </Stack>
    </Section>
  )
}
