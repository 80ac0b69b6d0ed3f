import { RouterProvider } from '@tanstack/react-router'
import { makeOwnerRouter } from './owner-routes.tsx'
import { makeQueryClient } from './query-client.ts'
import { startPages } from './start-pages.tsx'

const queryClient = makeQueryClient()
const router = makeOwnerRouter(queryClient)
startPages(queryClient, <RouterProvider router={router} />)
