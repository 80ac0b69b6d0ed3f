import { NumberInput, Select, Stack } from '@mantine/core'
import type { Line } from '../../../../client/src/generated/v2.ts'
import type { Bottles } from './sandbox-api.ts'

const labelOf = ({ wine, millesime, format, box, quantity }: Line) =>
  `${wine} ${millesime || ''} · ${format} l${box === 'bottles' ? '' : ` · ${box}`} · ${quantity}`

type Props = { lines: readonly Line[]; chosen: Bottles | undefined; onChoose: (bottles: Bottles) => void }

/** A kind of bottle of the cellar, and how many. */
export function BottleChoice({ lines, chosen, onChoose }: Props) {
  const quantity = chosen?.quantity ?? 1
  return (
    <Stack gap="sm">
      <Select
        label="Bottle"
        placeholder="Choose from your cellar"
        searchable
        limit={50}
        nothingFoundMessage="There is no such bottle"
        data={lines.map((line) => ({ value: line.reference, label: labelOf(line) }))}
        value={chosen?.reference ?? null}
        onChange={(reference) => reference && onChoose({ reference, quantity })}
      />
      <NumberInput
        label="How many"
        w={110}
        min={1}
        max={1000}
        allowDecimal={false}
        disabled={!chosen}
        value={quantity}
        onChange={(value) => chosen && onChoose({ ...chosen, quantity: Number(value) || 1 })}
      />
    </Stack>
  )
}
