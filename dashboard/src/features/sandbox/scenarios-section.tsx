import { Button, Card, Group, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Scenario } from '../../generated/sandbox.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/section.tsx'
import { Tag } from '../../ui/tag.tsx'
import { loadScenario, scenariosQuery, stateQuery } from './sandbox-api.ts'
import { ScenarioChart } from './scenario-chart.tsx'
import { useStep } from './use-step.ts'

export function ScenariosSection() {
  const query = useQuery(scenariosQuery)
  const { data: state } = useQuery(stateQuery)
  const [chosen, setChosen] = useState<Scenario | null>(null)
  const loading = useStep((scenario: Scenario) => loadScenario(scenario.name), {
    done: (_answer, { title }) => `Your cellar is now: ${title}.`,
    after: () => setChosen(null),
    changesCellar: true,
  })
  return (
    <Section
      title="Scenarios"
      about="Cellars to begin with. Loading one replaces everything that is in yours."
    >
      <Loaded query={query} empty="There are no scenarios.">
        {(scenarios) => (
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
            {scenarios.map((scenario) => (
              <ScenarioCard
                key={scenario.name}
                scenario={scenario}
                all={scenarios}
                isLoaded={state?.scenario?.name === scenario.name}
                onChoose={() => setChosen(scenario)}
              />
            ))}
          </SimpleGrid>
        )}
      </Loaded>
      <Modal
        opened={chosen !== null}
        onClose={() => setChosen(null)}
        title={`Load “${chosen?.title}”?`}
        centered
      >
        <Stack>
          <Text>
            Orders, bottles, putaways, invoices, events, notes and addresses of your account go, and those of
            the scenario take their place. People, keys, tokens, webhooks, settings and the clock stay. There
            is no way back.
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setChosen(null)} data-autofocus>
              Keep what is there
            </Button>
            <Button color="red" loading={loading.isPending} onClick={() => chosen && loading.mutate(chosen)}>
              Remove and load
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Section>
  )
}

type CardProps = { scenario: Scenario; all: Scenario[]; isLoaded: boolean; onChoose: () => void }

function ScenarioCard({ scenario, all, isLoaded, onChoose }: CardProps) {
  return (
    <Card withBorder radius="md" padding="md" component="article" aria-label={scenario.title}>
      <Stack gap="sm" h="100%">
        <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
          <Title order={3} size="h5">
            {scenario.title}
          </Title>
          {isLoaded && (
            <Tag tone="good" flex="none">
              loaded
            </Tag>
          )}
        </Group>
        <ScenarioChart scenario={scenario} all={all} />
        <Text size="sm" c="dimmed" flex={1}>
          {scenario.description}
        </Text>
        <Button
          variant="light"
          onClick={onChoose}
          aria-label={`${isLoaded ? 'Reset' : 'Load'}: ${scenario.title}`}
        >
          {isLoaded ? 'Reset' : 'Load'}
        </Button>
      </Stack>
    </Card>
  )
}
