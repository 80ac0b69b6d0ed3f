import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { isEmail, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CardPage } from '../../ui/card-page.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { askForNewPassword } from './session-api.ts'

const back = (
  <Anchor component={Link} to="/sign-in">
    Back to sign in
  </Anchor>
)

export function ForgottenPasswordPage() {
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: isEmail('Enter your e-mail address.') },
  })
  const asking = useMutation({ mutationFn: askForNewPassword })
  if (asking.isSuccess)
    return (
      <CardPage
        title="Look into your mailbox"
        about={`If somebody with the address ${form.values.email} has an account, a mail with a link is on its way. The link works for an hour.`}
        below={back}
      />
    )
  return (
    <CardPage
      title="Forgotten password"
      about="We mail you a link to choose a new one. Until then the old one stays."
      below={back}
    >
      <form noValidate onSubmit={form.onSubmit(({ email }) => asking.mutate(email))}>
        <Stack>
          <FailureAlert error={asking.error} />
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            autoFocus
            {...form.getInputProps('email')}
          />
          <Button type="submit" loading={asking.isPending}>
            Mail me a link
          </Button>
        </Stack>
      </form>
    </CardPage>
  )
}
