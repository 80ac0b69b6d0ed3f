import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { accessStateIn } from '../features/access-requests/access-requests-api.ts'
import { AccessRequestsPage } from '../features/access-requests/access-requests-page.tsx'
import { staffQuery } from '../features/staff-session/staff-session-api.ts'
import { StaffSignInPage } from '../features/staff-session/staff-sign-in-page.tsx'
import { ConsoleShell } from './console-shell.tsx'
import { pageIn, type RouterContext, routerOptions, toSignIn } from './router-options.ts'

const root = createRootRouteWithContext<RouterContext>()()

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { next?: string } => {
    const next = pageIn(search.next)
    return next ? { next } : {}
  },
  component: () => <StaffSignInPage {...signIn.useSearch()} />,
})
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context: { queryClient }, location }) => {
    const staff = await queryClient.ensureQueryData(staffQuery)
    if (!staff) throw toSignIn(location.pathname)
  },
  component: ConsoleShell,
})
const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/access-requests' })
  },
})
const accessRequests = createRoute({
  getParentRoute: () => signedIn,
  path: '/access-requests',
  validateSearch: (search: Record<string, unknown>) => ({ state: accessStateIn(search.state) }),
  component: () => <AccessRequestsPage {...accessRequests.useSearch()} />,
})

const routeTree = root.addChildren([signIn, signedIn.addChildren([home, accessRequests])])

/** The operator's console, at /console/. */
export const makeConsoleRouter = (queryClient: QueryClient) =>
  createRouter({ routeTree, basepath: '/console', context: { queryClient }, ...routerOptions })
