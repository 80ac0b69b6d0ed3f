import { Anchor, Button, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { isEmail, isNotEmpty, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { fieldErrors } from '../../ui/call-api.ts'
import { CardPage } from '../../ui/card-page.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { askForAccess } from './session-api.ts'

const back = (
  <Anchor component={Link} to="/sign-in">
    Back to sign in
  </Anchor>
)

export function RequestAccessPage() {
  const form = useForm({
    initialValues: { first_name: '', last_name: '', email: '', company: '', message: '' },
    validate: {
      first_name: isNotEmpty('Enter your first name.'),
      last_name: isNotEmpty('Enter your last name.'),
      email: isEmail('Enter an e-mail address that reaches you.'),
    },
  })
  const asking = useMutation({
    mutationFn: ({ company, message, ...person }: typeof form.values) =>
      askForAccess({
        ...person,
        ...(company.trim() && { company: company.trim() }),
        ...(message.trim() && { message: message.trim() }),
      }),
    onError: (error) => form.setErrors(fieldErrors(error)),
  })
  if (asking.isSuccess)
    return (
      <CardPage
        title="Thank you, we will write to you"
        about={`A person reads every request. The answer goes to ${form.values.email}, usually within a working day; you need not do anything until then.`}
        below={back}
      />
    )
  return (
    <CardPage
      title="Ask for access"
      about="Tell us who you are and what you have in mind. We open an account for you and mail you a link."
      below={back}
    >
      <form noValidate onSubmit={form.onSubmit((values) => asking.mutate(values))}>
        <Stack>
          <FailureAlert error={asking.error} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label="First name"
              autoComplete="given-name"
              autoFocus
              required
              {...form.getInputProps('first_name')}
            />
            <TextInput
              label="Last name"
              autoComplete="family-name"
              required
              {...form.getInputProps('last_name')}
            />
          </SimpleGrid>
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="email"
            required
            {...form.getInputProps('email')}
          />
          <TextInput label="Company" autoComplete="organization" {...form.getInputProps('company')} />
          <Textarea
            label="What it is for"
            description="A webshop, a private cellar, a trial of the API …"
            autosize
            minRows={3}
            maxLength={2000}
            {...form.getInputProps('message')}
          />
          <Button type="submit" loading={asking.isPending}>
            Send
          </Button>
        </Stack>
      </form>
    </CardPage>
  )
}
