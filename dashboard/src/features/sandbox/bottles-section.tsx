import { Button, Group, NumberInput, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Line } from '../../../../client/src/generated/v2.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/section.tsx'
import { countOf } from './order-steps.ts'
import { bottlesQuery, loseBottles } from './sandbox-api.ts'
import { useStep } from './use-step.ts'

const labelOf = ({ wine, millesime, format, box, quantity }: Line) =>
  `${wine} ${millesime || ''} · ${format} l${box === 'bottles' ? '' : ` · ${box}`} · ${quantity}`

/** Accidents, so that those who connect a shop see how the stock tells of them. */
export function BottlesSection() {
  const query = useQuery(bottlesQuery)
  return (
    <Section title="Accidents" about="Lose or break bottles, and see what your cellar and your webhooks tell.">
      <Loaded query={query} empty="The cellar is empty. Load a scenario to fill it.">
        {(lines) => <AccidentForm lines={lines} />}
      </Loaded>
    </Section>
  )
}

function AccidentForm({ lines }: { lines: Line[] }) {
  const [reference, setReference] = useState<string | null>(null)
  const [quantity, setQuantity] = useState(1)
  const having = useStep(
    (how: 'lose' | 'break') => loseBottles(how, { reference: reference ?? '', quantity }),
    { done: (_answer, how) => `${countOf(quantity, 'bottle')} ${how === 'lose' ? 'lost' : 'broken'}.` },
  )
  return (
    <Stack gap="sm">
      <Select
        label="Bottle"
        placeholder="Choose from your cellar"
        searchable
        limit={50}
        nothingFoundMessage="There is no such bottle"
        data={lines.map((line) => ({ value: line.reference, label: labelOf(line) }))}
        value={reference}
        onChange={setReference}
      />
      <Group align="flex-end" gap="xs">
        <NumberInput
          label="How many"
          w={100}
          min={1}
          max={lines.find((line) => line.reference === reference)?.quantity ?? 1000}
          allowDecimal={false}
          value={quantity}
          onChange={(value) => setQuantity(Number(value) || 1)}
        />
        {(['lose', 'break'] as const).map((how) => (
          <Button
            key={how}
            variant="default"
            disabled={!reference}
            loading={having.isPending && having.variables === how}
            onClick={() => having.mutate(how)}
          >
            {how === 'lose' ? 'Lose' : 'Break'}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}
