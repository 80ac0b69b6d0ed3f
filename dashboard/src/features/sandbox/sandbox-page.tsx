import { SimpleGrid, Stack, Title } from '@mantine/core'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { AutoSwitch } from './auto-switch.tsx'
import { BottlesSection } from './bottles-section.tsx'
import { ClockSection } from './clock-section.tsx'
import { EventsSection } from './events-section.tsx'
import { MailsSection } from './mails-section.tsx'
import { OrdersSection } from './orders-section.tsx'
import { PutawaysSection } from './putaways-section.tsx'
import { ScenariosSection } from './scenarios-section.tsx'

/** Preproduction only: the owner's own time and own warehouse. */
export function SandboxPage() {
  usePageTitle('Sandbox')
  return (
    <Stack gap="lg" maw={1200} mx="auto">
      <Title order={1} size="h2">
        Sandbox
      </Title>
      <ClockSection />
      <AutoSwitch />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="lg">
          <OrdersSection />
          <PutawaysSection />
        </Stack>
        <Stack gap="lg">
          <EventsSection />
          <MailsSection />
          <BottlesSection />
        </Stack>
      </SimpleGrid>
      <ScenariosSection />
    </Stack>
  )
}
