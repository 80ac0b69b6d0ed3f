import { Box, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Order } from '../../../../client/src/generated/v2.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { dayInWords } from '../../ui/paris-time.ts'
import { Section } from '../../ui/section.tsx'
import { Tag, type Tone } from '../../ui/tag.tsx'
import { bottlesIn, countOf, stepsOf } from './order-steps.ts'
import { openOrdersQuery, stepOrder } from './sandbox-api.ts'
import { StepButtons } from './step-buttons.tsx'
import { useStep } from './use-step.ts'

const statusWords: Record<string, { words: string; tone: Tone }> = {
  NEW: { words: 'new', tone: 'fresh' },
  PROCESSING: { words: 'in preparation', tone: 'busy' },
  READY: { words: 'ready', tone: 'good' },
  SHIPPED: { words: 'shipped', tone: 'good' },
  DELIVERED: { words: 'delivered', tone: 'quiet' },
  WITHDRAWED: { words: 'withdrawn', tone: 'quiet' }, // Wire spelling.
}

export function OrdersSection() {
  const query = useQuery(openOrdersQuery)
  return (
    <Section title="Open orders" about="Take them through the warehouse step by step.">
      <Loaded
        query={query}
        empty="No order is open. Place one through the API, or load a scenario that has some."
      >
        {(orders) => (
          <Stack gap="md">
            {orders.map((order) => (
              <OrderRow key={order.id} order={order} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Section>
  )
}

function OrderRow({ order }: { order: Order }) {
  const stepping = useStep((step: string) => stepOrder(order.id, step))
  const { words, tone } = statusWords[order.status.name] ?? { words: order.status.name, tone: 'quiet' }
  const name = `Order ${order.id}`
  return (
    <Box component="article" aria-label={name}>
      <Group gap="xs">
        <Text fw={600}>{name}</Text>
        {order.reference && <Text c="dimmed">{order.reference}</Text>}
        <Tag tone={tone}>{words}</Tag>
        {order.additional_status && <Tag tone="warm">on hold: {order.additional_status}</Tag>}
      </Group>
      <Text size="sm" c="dimmed">
        {countOf(bottlesIn(order.content), 'bottle')} · {order.is_pickup ? 'pick-up' : 'delivery'}{' '}
        {dayInWords(order.delivery_date.date)} · prepared {dayInWords(order.preparation_date.date)} in{' '}
        {order.warehouse.public_name}
      </Text>
      <StepButtons
        of={name}
        steps={stepsOf(order)}
        pending={stepping.isPending ? stepping.variables : undefined}
        onStep={stepping.mutate}
      />
    </Box>
  )
}
