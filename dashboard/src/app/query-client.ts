import { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from '../ui/call-api.ts'

/** A refusal stays one when it is asked again; only what the network or a busy service spoiled is worth another try. */
const isWorthAnotherTry = (error: Error) =>
  !(error instanceof ApiFailure) || error.status === 0 || error.status >= 500

export const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: (failures, error) => failures < 2 && isWorthAnotherTry(error), staleTime: 5_000 },
      mutations: { retry: false },
    },
  })
