import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { setAuto, stateQuery } from './sandbox-api.ts'
import { useStep } from './use-step.ts'

export function AutoSwitch() {
  const { data } = useQuery(stateQuery)
  const setting = useStep(setAuto)
  // As it was set, until the service has told how it is.
  const [wanted, setWanted] = useState<boolean>()
  return (
    <Switch
      size="md"
      label="The warehouse works by itself"
      description="Each order is started, made ready and sent on its day, and putaways come in on theirs, as the clock passes. Switched off, nothing moves until you press a button below."
      checked={wanted ?? data?.auto ?? false}
      disabled={!data}
      onChange={(event) => {
        setWanted(event.currentTarget.checked)
        setting.mutate(event.currentTarget.checked, { onSettled: () => setWanted(undefined) })
      }}
    />
  )
}
