import { Anchor, Container, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EnvironmentBand } from '../ui/environment-band.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'

export function NotFoundPage() {
  usePageTitle('Page not found')
  return (
    <>
      <EnvironmentBand />
      <Container component="main" id="main" size="xs" py={80}>
        <Stack align="center" ta="center">
          <Title order={1} size="h2">
            There is no such page
          </Title>
          <Text c="dimmed">The address may be mistyped, or the page has moved.</Text>
          <Anchor component={Link} to="/">
            Go to the first page
          </Anchor>
        </Stack>
      </Container>
    </>
  )
}
