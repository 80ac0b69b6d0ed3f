import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../ui/loaded.tsx'
import { BottleChoice } from './bottle-choice.tsx'
import { announcePutaway, type Bottles, bottlesQuery } from './sandbox-api.ts'
import { useStep } from './use-step.ts'

/** More of what is in the cellar already; other wines are announced through the API. */
export function AnnounceForm({ onDone }: { onDone: () => void }) {
  const query = useQuery(bottlesQuery)
  const [chosen, choose] = useState<Bottles>()
  const announcing = useStep(announcePutaway, {
    done: ({ id }) => `Putaway ${id} is announced.`,
    after: onDone,
  })
  return (
    <Loaded query={query} empty="Load a scenario first, so that there are wines to choose from.">
      {(lines) => (
        <Stack>
          <BottleChoice lines={lines} chosen={chosen} onChoose={choose} />
          <Button
            disabled={!chosen}
            loading={announcing.isPending}
            onClick={() => chosen && announcing.mutate(chosen)}
          >
            Announce
          </Button>
        </Stack>
      )}
    </Loaded>
  )
}
