import { Button, Container, Stack, Text, Title } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { ApiFailure } from '../ui/call-api.ts'
import { EnvironmentBand } from '../ui/environment-band.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'

/** In place of a page that broke; the rest of the service goes on. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  usePageTitle('Something went wrong')
  return (
    <>
      <EnvironmentBand />
      <Container component="main" id="main" size="xs" py={80}>
        <Stack align="center" ta="center" role="alert">
          <Title order={1} size="h2">
            This page could not be shown
          </Title>
          <Text c="dimmed">
            {error instanceof ApiFailure
              ? error.message
              : 'Something in it broke. Loading it again usually helps.'}
          </Text>
          <Button
            onClick={() => {
              reset()
              location.reload()
            }}
          >
            Load it again
          </Button>
        </Stack>
      </Container>
    </>
  )
}
