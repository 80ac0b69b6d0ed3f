import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/section.tsx'
import { BottleChoice } from './bottle-choice.tsx'
import { countOf } from './order-steps.ts'
import { type Bottles, bottlesQuery, loseBottles } from './sandbox-api.ts'
import { useStep } from './use-step.ts'

type Accident = { how: 'lose' | 'break'; bottles: Bottles }

/** Accidents, so that those who connect a shop see how the stock tells of them. */
export function BottlesSection() {
  const query = useQuery(bottlesQuery)
  const [chosen, choose] = useState<Bottles>()
  const having = useStep(({ how, bottles }: Accident) => loseBottles(how, bottles), {
    changesCellar: true,
    done: (_answer, { how, bottles }) =>
      `${countOf(bottles.quantity, 'bottle')} ${how === 'lose' ? 'lost' : 'broken'}.`,
  })
  return (
    <Section
      title="Accidents"
      about="Lose or break bottles, and see what your cellar and your webhooks tell."
    >
      <Loaded query={query} empty="The cellar is empty. Load a scenario to fill it.">
        {(lines) => (
          <Stack gap="sm">
            <BottleChoice lines={lines} chosen={chosen} onChoose={choose} />
            <Group gap="xs">
              {(['lose', 'break'] as const).map((how) => (
                <Button
                  key={how}
                  variant="default"
                  disabled={!chosen}
                  loading={having.isPending && having.variables.how === how}
                  onClick={() => chosen && having.mutate({ how, bottles: chosen })}
                >
                  {how === 'lose' ? 'Lose' : 'Break'}
                </Button>
              ))}
            </Group>
          </Stack>
        )}
      </Loaded>
    </Section>
  )
}
