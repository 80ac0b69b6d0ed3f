import { Anchor, Stack, Text, Title } from '@mantine/core'
import { usePageTitle } from '../ui/use-page-title.ts'

export function HomePage() {
  usePageTitle('Welcome')
  return (
    <Stack maw={640}>
      <Title order={1} size="h2">
        Welcome
      </Title>
      <Text>
        Read your cellar and order bottles through the API. <Anchor href="/docs">The API reference</Anchor>{' '}
        shows how.
      </Text>
    </Stack>
  )
}
