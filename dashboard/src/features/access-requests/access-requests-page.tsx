import { Button, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { AccessRequest } from '../../generated/operator.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { inWords } from '../../ui/paris-time.ts'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { AccessRequestDrawer } from './access-request-drawer.tsx'
import { type AccessState, accessRequestsQuery, accessStates } from './access-requests-api.ts'
import classes from './access-requests-page.module.css'

const stateWords = { asked: 'Waiting', granted: 'Granted', declined: 'Declined' } as const
const emptyWords = {
  asked: 'Nobody waits for an answer.',
  granted: 'No request was granted yet.',
  declined: 'No request was declined.',
} as const

/** Who asked for an account, and the answer. */
export function AccessRequestsPage({ state }: { state: AccessState }) {
  usePageTitle('Access requests')
  const navigate = useNavigate()
  const query = useQuery(accessRequestsQuery(state))
  const [opened, setOpened] = useState<AccessRequest | null>(null)
  return (
    <Stack gap="lg" maw={900}>
      <Group justify="space-between">
        <Title order={1} size="h2">
          Access requests
        </Title>
        <SegmentedControl
          aria-label="Which requests"
          data={accessStates.map((each) => ({ value: each, label: stateWords[each] }))}
          value={state}
          onChange={(value) => navigate({ to: '/access-requests', search: { state: value as AccessState } })}
        />
      </Group>
      <Loaded query={query} empty={emptyWords[state]}>
        {(requests) => (
          <Stack component="ul" className="plain-list" gap="xs">
            {requests.map((request) => (
              <RequestRow key={request.id} request={request} onOpen={() => setOpened(request)} />
            ))}
          </Stack>
        )}
      </Loaded>
      <AccessRequestDrawer request={opened} onClose={() => setOpened(null)} />
    </Stack>
  )
}

function RequestRow({ request, onOpen }: { request: AccessRequest; onOpen: () => void }) {
  const name = `${request.first_name} ${request.last_name}`
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text fw={600} truncate>
          {name}
          {request.company && (
            <Text span c="dimmed" fw={400}>
              , {request.company}
            </Text>
          )}
        </Text>
        <Text size="sm" c="dimmed" truncate>
          {request.email} · {inWords(request.decided_at ?? request.asked_at)}
        </Text>
      </div>
      <Button
        variant="default"
        size="xs"
        flex="none"
        onClick={onOpen}
        aria-label={`Open the request of ${name}`}
      >
        Open
      </Button>
    </li>
  )
}
