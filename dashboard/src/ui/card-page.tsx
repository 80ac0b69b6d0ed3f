import { Center, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Brand } from './brand.tsx'
import { EnvironmentBand } from './environment-band.tsx'
import { usePageTitle } from './use-page-title.ts'

type Props = { title: string; about?: ReactNode; part?: string; below?: ReactNode; children?: ReactNode }

/** A page with one thing to do, for those who are not signed in. */
export function CardPage({ title, about, part, below, children }: Props) {
  usePageTitle(title)
  return (
    <>
      <EnvironmentBand />
      <Center component="main" id="main" px="md" py={{ base: 'xl', sm: 64 }}>
        <Stack w="100%" maw={440} gap="lg">
          <Brand {...(part && { part })} />
          <Paper withBorder radius="md" p={{ base: 'md', sm: 'xl' }}>
            <Stack gap="md">
              <Stack gap={4}>
                <Title order={1} size="h3">
                  {title}
                </Title>
                {about && <Text c="dimmed">{about}</Text>}
              </Stack>
              {children}
            </Stack>
          </Paper>
          {below}
        </Stack>
      </Center>
    </>
  )
}
