import { Skeleton, Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FailureAlert } from './failure-alert.tsx'

type Props<T> = { query: UseQueryResult<T, Error>; empty?: string; children: (data: T) => ReactNode }

/** What was asked for, or that it is on its way, or why it cannot be shown. */
export function Loaded<T>({ query, empty, children }: Props<T>) {
  const { data, error } = query
  if (data === undefined && error) return <FailureAlert error={error} />
  if (data === undefined)
    return (
      <Stack gap="xs" aria-busy="true" aria-label="Loading">
        <Skeleton height={18} radius="sm" />
        <Skeleton height={18} radius="sm" width="70%" />
      </Stack>
    )
  if (empty && Array.isArray(data) && data.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    )
  return children(data)
}
