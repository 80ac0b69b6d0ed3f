import { Button, Drawer, Group, Stack, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccessRequest } from '../../generated/operator.ts'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { inWords } from '../../ui/paris-time.ts'
import { staffQuery } from '../staff-session/staff-session-api.ts'
import { accessRequestsKey, declineAccess, grantAccess } from './access-requests-api.ts'

type Props = { request: AccessRequest | null; onClose: () => void }

/** One request with all that was written, and the two answers to it. */
export function AccessRequestDrawer({ request, onClose }: Props) {
  return (
    <Drawer
      opened={request !== null}
      onClose={onClose}
      position="right"
      title={request ? `${request.first_name} ${request.last_name}` : ''}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {request && (
        <Stack>
          <Facts request={request} />
          {request.state === 'asked' && <Answer key={request.id} request={request} onDone={onClose} />}
        </Stack>
      )}
    </Drawer>
  )
}

function Facts({ request }: { request: AccessRequest }) {
  const { email, company, message, asked_at, decided_at, decided_by, decline_reason, account_id } = request
  const facts: [string, string | null][] = [
    ['E-mail', email],
    ['Company', company],
    ['What it is for', message],
    ['Asked', inWords(asked_at)],
    ['Decided', decided_at && `${inWords(decided_at)} by ${decided_by}`],
    ['Reason', decline_reason],
    ['Account', account_id && String(account_id)],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]))
  return (
    <Stack component="dl" gap="sm" m={0}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0} className="as-written">
            {value}
          </Text>
        </div>
      ))}
    </Stack>
  )
}

function Answer({ request, onDone }: { request: AccessRequest; onDone: () => void }) {
  const { data: staff } = useQuery(staffQuery)
  const [reason, setReason] = useState('')
  const queryClient = useQueryClient()
  const answering = useMutation({
    mutationFn: (answer: 'grant' | 'decline') =>
      answer === 'grant' ? grantAccess(request.id) : declineAccess(request.id, reason.trim()),
    onSuccess: (_answer, how) => {
      const message =
        how === 'grant'
          ? `An account is open, and an invitation is on its way to ${request.email}.`
          : `${request.email} is told.`
      notifications.show({ message, color: 'green' })
      onDone()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: accessRequestsKey }),
  })
  if (staff?.role !== 'admin') return <Text c="dimmed">An admin answers this request.</Text>
  const isPending = (how: 'grant' | 'decline') => answering.isPending && answering.variables === how
  return (
    <Stack>
      <FailureAlert error={answering.error} />
      <Button onClick={() => answering.mutate('grant')} loading={isPending('grant')}>
        Grant: open an account
      </Button>
      <Textarea
        label="Reason for declining"
        description="Goes into the mail as it is written."
        autosize
        minRows={2}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group>
        <Button
          variant="default"
          disabled={!reason.trim()}
          onClick={() => answering.mutate('decline')}
          loading={isPending('decline')}
        >
          Decline
        </Button>
      </Group>
    </Stack>
  )
}
