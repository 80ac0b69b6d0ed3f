import { Button, Group } from '@mantine/core'
import type { Step } from './order-steps.ts'

type Props = {
  of: string
  steps: readonly Step[]
  pending: string | undefined
  onStep: (step: string) => void
}

/** What can be done with a record as it is; the usual next step stands out. */
export function StepButtons({ of, steps, pending, onStep }: Props) {
  return (
    <Group gap="xs" mt="xs">
      {steps.map(({ step, label, isNext }) => (
        <Button
          key={step}
          size="xs"
          variant={isNext ? 'filled' : 'default'}
          loading={pending === step}
          disabled={pending !== undefined && pending !== step}
          aria-label={`${label}: ${of}`}
          onClick={() => onStep(step)}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}
