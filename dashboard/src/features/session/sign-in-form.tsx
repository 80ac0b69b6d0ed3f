import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { isSignedOut } from '../../ui/call-api.ts'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import type { SignIn } from './session-api.ts'

type Props<S> = {
  email?: string
  signIn: (given: SignIn) => Promise<S>
  onDone: (session: S) => unknown
}

/** E-mail and password, for owners and for staff. */
export function SignInForm<S>({ email = '', signIn, onDone }: Props<S>) {
  const form = useForm({
    initialValues: { email, password: '' },
    validate: {
      email: isNotEmpty('Enter your e-mail address.'),
      password: isNotEmpty('Enter your password.'),
    },
  })
  const opening = useMutation({ mutationFn: signIn, onSuccess: (session) => onDone(session) })
  const wrong = new Error('The e-mail address or the password is not right.')
  return (
    <form noValidate onSubmit={form.onSubmit((values) => opening.mutate(values))}>
      <Stack>
        <FailureAlert error={isSignedOut(opening.error) ? wrong : opening.error} />
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          autoFocus={!email}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          autoFocus={Boolean(email)}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={opening.isPending}>
          Sign in
        </Button>
      </Stack>
    </form>
  )
}
