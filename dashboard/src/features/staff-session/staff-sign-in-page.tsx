import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Staff } from '../../generated/operator.ts'
import { CardPage } from '../../ui/card-page.tsx'
import { SignInForm } from '../session/sign-in-form.tsx'
import { openStaffSession, staffQuery } from './staff-session-api.ts'

export function StaffSignInPage({ next }: { next?: string }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const enter = async (staff: Staff) => {
    queryClient.setQueryData(staffQuery.queryKey, staff)
    await navigate({ to: next ?? '/' })
  }
  return (
    <CardPage title="Sign in to the console" part="Console">
      <SignInForm signIn={openStaffSession} onDone={enter} />
    </CardPage>
  )
}
