import { Anchor, Button, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { fieldErrors } from '../../ui/call-api.ts'
import { CardPage } from '../../ui/card-page.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { acceptInvitation } from './session-api.ts'

// As the service demands it, so that nobody learns of it only after sending.
const fewestCharacters = 12

/** Where the links in mails lead: an invitation, or a password that was forgotten. */
export function InvitationPage({ token }: { token: string }) {
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { password: '', repeated: '' },
    validate: {
      password: (value) =>
        [...value].length < fewestCharacters ? `Use ${fewestCharacters} characters or more.` : null,
      repeated: (value, { password }) => (value === password ? null : 'The two are not the same.'),
    },
  })
  const accepting = useMutation({
    mutationFn: ({ password }: { password: string }) => acceptInvitation({ token, password }),
    onSuccess: ({ email }) => navigate({ to: '/sign-in', search: { email, welcome: true } }),
    onError: (error) => form.setErrors(fieldErrors(error)),
  })
  const below = (
    <Anchor component={Link} to="/sign-in">
      Go to sign in
    </Anchor>
  )
  if (!token)
    return (
      <CardPage
        title="This link is not whole"
        about="Open it from the mail once more, or copy all of it into the address bar."
        below={below}
      />
    )
  return (
    <CardPage
      title="Choose a password"
      about="With it you sign in from now on. A sentence that only you would write is a good one."
      below={below}
    >
      <form noValidate onSubmit={form.onSubmit((values) => accepting.mutate(values))}>
        <Stack>
          <FailureAlert error={accepting.error} />
          <PasswordInput
            label="Password"
            description={`${fewestCharacters} characters or more`}
            autoComplete="new-password"
            autoFocus
            {...form.getInputProps('password')}
          />
          <PasswordInput
            label="The same once more"
            autoComplete="new-password"
            {...form.getInputProps('repeated')}
          />
          <Button type="submit" loading={accepting.isPending}>
            Save the password
          </Button>
        </Stack>
      </form>
    </CardPage>
  )
}
