import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

type Props = { title: string; about?: ReactNode; aside?: ReactNode; children: ReactNode }

/** A part of a page with a heading that screen readers can jump to. */
export function Section({ title, about, aside, children }: Props) {
  const id = useId()
  return (
    <Paper component="section" aria-labelledby={id} withBorder p={{ base: 'md', sm: 'lg' }} radius="md">
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={2} maw="40rem">
            <Title order={2} size="h4" id={id}>
              {title}
            </Title>
            {about && (
              <Text size="sm" c="dimmed">
                {about}
              </Text>
            )}
          </Stack>
          {aside}
        </Group>
        {children}
      </Stack>
    </Paper>
  )
}
