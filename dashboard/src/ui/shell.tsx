import { AppShell, Box, Burger, Group, NavLink, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, type LinkProps, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Brand } from './brand.tsx'
import { EnvironmentBand } from './environment-band.tsx'

export type Place = { label: string } & ({ to: NonNullable<LinkProps['to']> } | { href: string })

type Props = {
  part?: string
  places: readonly Place[]
  /** Always in view, such as the clock of the account. */
  header?: ReactNode
  who: string
  onSignOut: () => unknown
  children: ReactNode
}

/** What surrounds every page of somebody who is signed in: where one is, where one can go, who one is. */
export function Shell({ part, places, header, who, onSignOut, children }: Props) {
  const [isOpen, { toggle, close }] = useDisclosure()
  return (
    <AppShell
      header={{ height: 'calc(1.75rem + 56px)' }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <a href="#main" className="skip-link">
        Skip to the content
      </a>
      <AppShell.Header>
        <EnvironmentBand />
        <Group h={55} px="md" gap="xs" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              hiddenFrom="sm"
              size="sm"
              opened={isOpen}
              onClick={toggle}
              aria-label="Menu"
              aria-expanded={isOpen}
            />
            <Brand {...(part && { part })} />
          </Group>
          {header}
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="md" aria-label="Pages">
        <Box flex={1}>
          {places.map((place) => (
            <PlaceLink key={place.label} place={place} onClick={close} />
          ))}
        </Box>
        <Text size="sm" c="dimmed" truncate title={who}>
          {who}
        </Text>
        <UnstyledButton onClick={onSignOut} py="xs" fz="sm" td="underline">
          Sign out
        </UnstyledButton>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        {children}
      </AppShell.Main>
    </AppShell>
  )
}

function PlaceLink({ place, onClick }: { place: Place; onClick: () => void }) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  if ('href' in place) return <NavLink href={place.href} label={place.label} />
  const isHere = path.startsWith(String(place.to))
  return (
    <NavLink
      component={Link}
      to={place.to}
      label={place.label}
      active={isHere}
      onClick={onClick}
      {...(isHere && { 'aria-current': 'page' as const })}
    />
  )
}
