import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { bottlesQuery, sandboxKey } from './sandbox-api.ts'

type Options<G, T> = {
  done?: (answer: T, given: G) => string
  after?: () => unknown
  changesCellar?: boolean
}

/** Something done in the sandbox: the page asks for everything anew and says in a corner what came of it. */
export function useStep<G, T>(
  step: (given: G) => Promise<T>,
  { done, after, changesCellar = false }: Options<G, T> = {},
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: step,
    onSuccess: (answer, given) => {
      const message = done?.(answer, given)
      if (message) notifications.show({ message, color: 'green' })
      after?.()
    },
    onError: ({ message }) =>
      notifications.show({ title: 'That was not possible', message, color: 'red', autoClose: 10_000 }),
    onSettled: async () => {
      if (changesCellar) void queryClient.invalidateQueries({ queryKey: bottlesQuery.queryKey })
      await queryClient.invalidateQueries({ queryKey: sandboxKey })
    },
  })
}
