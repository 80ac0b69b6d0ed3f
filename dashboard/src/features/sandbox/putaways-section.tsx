import { Box, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Putaway } from '../../../../client/src/generated/v2.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/section.tsx'
import { Tag, type Tone } from '../../ui/tag.tsx'
import { AnnounceForm } from './announce-form.tsx'
import { bottlesIn, countOf, type Step } from './order-steps.ts'
import { putawaysQuery, stepPutaway } from './sandbox-api.ts'
import { StepButtons } from './step-buttons.tsx'
import { useStep } from './use-step.ts'

const statusWords: Record<string, { words: string; tone: Tone; steps: Step[] }> = {
  ANNOUNCED: {
    words: 'announced',
    tone: 'fresh',
    steps: [
      { step: 'arrive', label: 'Arrive', isNext: true },
      { step: 'refuse', label: 'Refuse' },
    ],
  },
  ARRIVED: {
    words: 'arrived',
    tone: 'busy',
    steps: [
      { step: 'validate', label: 'Validate', isNext: true },
      { step: 'refuse', label: 'Refuse' },
    ],
  },
  VALIDATED: { words: 'put away', tone: 'quiet', steps: [] },
  REFUSED: { words: 'refused', tone: 'quiet', steps: [] },
}
const unknown = { words: '', tone: 'quiet', steps: [] } as const

export function PutawaysSection() {
  const query = useQuery(putawaysQuery)
  const [isAnnouncing, { open, close }] = useDisclosure()
  return (
    <Section
      title="Putaways"
      about="Bottles on their way into your cellar."
      aside={
        <Button variant="light" size="xs" onClick={open}>
          Announce one
        </Button>
      }
    >
      <Loaded query={query} empty="Nothing is on its way.">
        {(putaways) => (
          <Stack gap="md">
            {fewOf(putaways).map((putaway) => (
              <PutawayRow key={putaway.id} putaway={putaway} />
            ))}
          </Stack>
        )}
      </Loaded>
      <Modal opened={isAnnouncing} onClose={close} title="Announce a putaway" centered>
        <AnnounceForm onDone={close} />
      </Modal>
    </Section>
  )
}

const stepsFor = ({ status }: Putaway) => statusWords[status.name]?.steps ?? []

/** All that wait for the warehouse, and the last that it is done with. */
const fewOf = (putaways: readonly Putaway[]) => [
  ...putaways.filter((each) => stepsFor(each).length > 0),
  ...putaways.filter((each) => stepsFor(each).length === 0).slice(0, 3),
]

function PutawayRow({ putaway }: { putaway: Putaway }) {
  const stepping = useStep((step: string) => stepPutaway(putaway.id, step), { changesCellar: true })
  const { words, tone, steps } = statusWords[putaway.status.name] ?? unknown
  const name = `Putaway ${putaway.id}`
  return (
    <Box component="article" aria-label={name}>
      <Group gap="xs">
        <Text fw={600}>{name}</Text>
        {putaway.reference && <Text c="dimmed">{putaway.reference}</Text>}
        <Tag tone={tone}>{words || putaway.status.label}</Tag>
      </Group>
      <Text size="sm" c="dimmed">
        {countOf(bottlesIn(putaway.content), 'bottle')} · from {putaway.expeditor} · to{' '}
        {putaway.warehouse.public_name}
      </Text>
      {steps.length > 0 && (
        <StepButtons
          of={name}
          steps={steps}
          pending={stepping.isPending ? stepping.variables : undefined}
          onStep={stepping.mutate}
        />
      )}
    </Box>
  )
}
