import { Group, Text } from '@mantine/core'
import logo from './caveau.svg'

export function Brand({ part }: { part?: string }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <img src={logo} alt="" width={28} height={28} />
      <Text fw={600} size="lg">
        Caveau
      </Text>
      {part && (
        <Text c="dimmed" size="lg" visibleFrom="xs">
          {part}
        </Text>
      )}
    </Group>
  )
}
