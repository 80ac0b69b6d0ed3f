import { RouterProvider } from '@tanstack/react-router'
import { makeConsoleRouter } from './console-routes.tsx'
import { makeQueryClient } from './query-client.ts'
import { startPages } from './start-pages.tsx'

const queryClient = makeQueryClient()
const router = makeConsoleRouter(queryClient)
startPages(queryClient, <RouterProvider router={router} />)
