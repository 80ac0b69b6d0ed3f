import { List, Stack, Text, Title } from '@mantine/core'
import type { MovedClock } from '../../generated/sandbox.ts'
import { inWords } from '../../ui/paris-time.ts'
import { happenedInWords } from './happened-words.ts'

/** What came of the last step of the clock. It is read out when it changes. */
export function HappenedList({ moved }: { moved: MovedClock | undefined }) {
  return (
    <Stack gap={6} aria-live="polite">
      {moved && (
        <Title order={3} size="h5">
          What happened on the way
        </Title>
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
              <Text span inherit c="red.8">
                {' '}
                could not happen: {each.refusal}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}
