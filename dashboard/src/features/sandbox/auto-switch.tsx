import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { setAuto, stateQuery } from './sandbox-api.ts'
import { useStep } from './use-step.ts'

export function AutoSwitch() {
  const { data } = useQuery(stateQuery)
  const setting = useStep(setAuto)
  return (
    <Switch
      size="md"
      label="The warehouse works by itself"
      description="Each order is started, made ready and sent on its day, and putaways come in on theirs, as the clock passes. Switched off, nothing moves until you press a button below."
      checked={setting.isPending ? setting.variables : (data?.auto ?? false)}
      disabled={!data}
      onChange={(event) => setting.mutate(event.currentTarget.checked)}
    />
  )
}
