import { Accordion, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../ui/loaded.tsx'
import { inWords } from '../../ui/paris-time.ts'
import { Section } from '../../ui/section.tsx'
import { mailsQuery } from './sandbox-api.ts'

export function MailsSection() {
  const query = useQuery(mailsQuery)
  return (
    <Section title="Mails" about="What people of your account were written, or would have been.">
      <Loaded query={query} empty="No mail yet.">
        {(mails) => (
          <Accordion variant="default" chevronPosition="left" order={3}>
            {mails.map((mail) => (
              <Accordion.Item key={mail.id} value={String(mail.id)}>
                <Accordion.Control px={0}>
                  <Text size="sm">{mail.subject}</Text>
                  <Text size="xs" c="dimmed">
                    {inWords(mail.created_at)} · to {mail.recipients.join(', ')} · {mail.state}
                  </Text>
                </Accordion.Control>
                <Accordion.Panel>
                  <Text size="sm" className="as-written">
                    {mail.body}
                  </Text>
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        )}
      </Loaded>
    </Section>
  )
}
