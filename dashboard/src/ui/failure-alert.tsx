import { Alert } from '@mantine/core'

type Props = { error: Error | null; title?: string }

/** Says why something did not work. It is read out when it appears. */
export function FailureAlert({ error, title }: Props) {
  if (!error) return null
  return (
    <Alert color="red" variant="light" role="alert" {...(title && { title })}>
      {error.message}
    </Alert>
  )
}
