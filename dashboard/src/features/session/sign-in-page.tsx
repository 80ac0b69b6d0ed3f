import { Alert, Anchor, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { CardPage } from '../../ui/card-page.tsx'
import { type Session, sessionQuery, signIn } from './session-api.ts'
import { SignInForm } from './sign-in-form.tsx'

type Props = { next?: string; email?: string; welcome?: boolean }

export function SignInPage({ next, email, welcome }: Props) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const enter = async (session: Session) => {
    queryClient.setQueryData(sessionQuery.queryKey, session)
    await navigate({ to: next ?? '/' })
  }
  return (
    <CardPage
      title="Sign in"
      below={
        <Group justify="space-between">
          <Anchor component={Link} to="/forgotten-password">
            Forgotten password
          </Anchor>
          <Text>
            No account yet?{' '}
            <Anchor component={Link} to="/request-access">
              Ask for access
            </Anchor>
          </Text>
        </Group>
      }
    >
      {welcome && (
        <Alert color="green" variant="light">
          Your password is set. Sign in with it.
        </Alert>
      )}
      <SignInForm {...(email && { email })} signIn={signIn} onDone={enter} />
    </CardPage>
  )
}
