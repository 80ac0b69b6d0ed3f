import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  notFound,
  redirect,
} from '@tanstack/react-router'
import { SandboxPage } from '../features/sandbox/sandbox-page.tsx'
import { ForgottenPasswordPage } from '../features/session/forgotten-password-page.tsx'
import { InvitationPage } from '../features/session/invitation-page.tsx'
import { RequestAccessPage } from '../features/session/request-access-page.tsx'
import { sessionQuery } from '../features/session/session-api.ts'
import { SignInPage } from '../features/session/sign-in-page.tsx'
import { isProduction } from '../ui/environment.ts'
import { HomePage } from './home-page.tsx'
import { OwnerShell } from './owner-shell.tsx'
import { pageIn, type RouterContext, routerOptions, textIn, toSignIn } from './router-options.ts'

const root = createRootRouteWithContext<RouterContext>()()
const page = <P extends string>(path: P) => ({ getParentRoute: () => root, path })

const signIn = createRoute({
  ...page('/sign-in'),
  validateSearch: (search: Record<string, unknown>): { next?: string; email?: string; welcome?: boolean } => {
    const [next, email] = [pageIn(search.next), textIn(search.email)]
    return {
      ...(next && { next }),
      ...(email && { email }),
      ...(search.welcome === true && { welcome: true }),
    }
  },
  component: () => <SignInPage {...signIn.useSearch()} />,
})
const forgottenPassword = createRoute({ ...page('/forgotten-password'), component: ForgottenPasswordPage })
const requestAccess = createRoute({ ...page('/request-access'), component: RequestAccessPage })
const invitation = createRoute({
  ...page('/invitation'),
  validateSearch: (search: Record<string, unknown>) => ({ token: textIn(search.token) ?? '' }),
  component: () => <InvitationPage {...invitation.useSearch()} />,
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context: { queryClient }, location }) => {
    const session = await queryClient.ensureQueryData(sessionQuery)
    if (!session) throw toSignIn(location.pathname)
    return { session }
  },
  component: OwnerShell,
})
const inside = <P extends string>(path: P) => ({ getParentRoute: () => signedIn, path })

const home = createRoute({
  ...inside('/'),
  beforeLoad: () => {
    if (!isProduction) throw redirect({ to: '/sandbox' })
  },
  component: HomePage,
})
const sandbox = createRoute({
  ...inside('/sandbox'),
  beforeLoad: () => {
    if (isProduction) throw notFound()
  },
  component: SandboxPage,
})

const routeTree = root.addChildren([
  signIn,
  forgottenPassword,
  requestAccess,
  invitation,
  signedIn.addChildren([home, sandbox]),
])

/** The pages of owners, at /app/. */
export const makeOwnerRouter = (queryClient: QueryClient) =>
  createRouter({ routeTree, basepath: '/app', context: { queryClient }, ...routerOptions })
