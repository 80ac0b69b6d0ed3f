import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { HeaderClock } from '../features/sandbox/header-clock.tsx'
import { sessionQuery, signOut } from '../features/session/session-api.ts'
import { isProduction } from '../ui/environment.ts'
import { type Place, Shell } from '../ui/shell.tsx'

const apiReference: Place = { label: 'API reference', href: '/docs' }
const places: Place[] = isProduction ? [apiReference] : [{ label: 'Sandbox', to: '/sandbox' }, apiReference]

/** Around every page of an owner. In preproduction the clock of the account is always in view. */
export function OwnerShell() {
  const { data: session } = useQuery(sessionQuery)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  // The session may end while a page is open.
  useEffect(() => {
    if (session === null) void navigate({ to: '/sign-in' })
  }, [session, navigate])
  const leave = async () => {
    await signOut()
    queryClient.clear()
    await navigate({ to: '/sign-in' })
  }
  if (!session) return null
  const { person, account } = session
  return (
    <Shell
      places={places}
      who={[...new Set([person.name, account.company ?? account.name])].join(', ')}
      onSignOut={leave}
      header={!isProduction && <HeaderClock />}
    >
      <Outlet />
    </Shell>
  )
}
