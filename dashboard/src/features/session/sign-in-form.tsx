import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import type { SignIn } from './session-api.ts'

type Props = { email?: string; signIn: (given: SignIn) => Promise<unknown>; onDone: () => unknown }

/** E-mail and password, for owners and for staff. */
export function SignInForm({ email = '', signIn, onDone }: Props) {
  const form = useForm({
    initialValues: { email, password: '' },
    validate: {
      email: isNotEmpty('Enter your e-mail address.'),
      password: isNotEmpty('Enter your password.'),
    },
  })
  const opening = useMutation({ mutationFn: signIn, onSuccess: onDone })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => opening.mutate(values))}>
      <Stack>
        <FailureAlert error={opening.error} />
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
