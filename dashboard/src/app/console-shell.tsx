import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { endStaffSession, staffQuery } from '../features/staff-session/staff-session-api.ts'
import { type Place, Shell } from '../ui/shell.tsx'

const places: Place[] = [
  { label: 'Access requests', to: '/access-requests' },
  { label: 'API reference', href: '/docs' },
]

/** Around every page of the operator. */
export function ConsoleShell() {
  const { data: staff } = useQuery(staffQuery)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => {
    if (staff === null) void navigate({ to: '/sign-in' })
  }, [staff, navigate])
  const leave = async () => {
    await endStaffSession()
    queryClient.clear()
    await navigate({ to: '/sign-in' })
  }
  if (!staff) return null
  return (
    <Shell part="Console" places={places} who={`${staff.name}, ${staff.role}`} onSignOut={leave}>
      <Outlet />
    </Shell>
  )
}
