import { Badge, Box, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Order } from '../../../../client/src/generated/v2.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { dayInWords } from '../../ui/paris-time.ts'
import { Section } from '../../ui/section.tsx'
import { bottlesIn, countOf, stepsOf } from './order-steps.ts'
import { openOrdersQuery, stepOrder } from './sandbox-api.ts'
import { StepButtons } from './step-buttons.tsx'
import { useStep } from './use-step.ts'

const statusWords: Record<string, { words: string; color: string }> = {
  NEW: { words: 'new', color: 'blue' },
  PROCESSING: { words: 'in preparation', color: 'violet' },
  READY: { words: 'ready', color: 'teal' },
  SHIPPED: { words: 'shipped', color: 'cyan' },
  DELIVERED: { words: 'delivered', color: 'gray' },
  WITHDRAWED: { words: 'withdrawn', color: 'gray' }, // Wire spelling.
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
  const { words, color } = statusWords[order.status.name] ?? { words: order.status.name, color: 'gray' }
  const name = `Order ${order.id}`
  return (
    <Box component="article" aria-label={name}>
      <Group gap="xs">
        <Text fw={600}>{name}</Text>
        {order.reference && <Text c="dimmed">{order.reference}</Text>}
        <Badge variant="light" color={color} tt="none">
          {words}
        </Badge>
        {order.additional_status && (
          <Badge variant="light" color="orange" tt="none">
            on hold: {order.additional_status}
          </Badge>
        )}
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
