import { Box, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { Clock } from '../../generated/sandbox.ts'
import { dayOf, nextTimeOfDay, timeOf, wallTime, weekdayOf } from '../../ui/paris-time.ts'
import { Section } from '../../ui/section.tsx'
import { Tag } from '../../ui/tag.tsx'
import classes from './clock-section.module.css'
import { HappenedList } from './happened-list.tsx'
import { type ClockMove, moveClock } from './sandbox-api.ts'
import { stateInWords, useShownTime } from './shown-time.ts'
import { useStep } from './use-step.ts'

/** The time by which the account lives, and everything that moves it. */
export function ClockSection() {
  const moving = useStep(moveClock, { changesCellar: true })
  const shown = useShownTime()
  if (!shown) return null
  const { clock, moment } = shown
  const move = (to: ClockMove) => moving.mutate(to)
  return (
    <Section
      title="The clock of your account"
      about="Only your account follows it. On the way forward everything happens that had to; turned back, nothing is undone."
    >
      <Group justify="space-between" align="flex-end" gap="lg">
        <ClockFace clock={clock} moment={moment} />
        <Group gap="xs">
          <Button
            variant="default"
            onClick={() => move({ set: new Date(moment).toISOString(), frozen: !clock.frozen })}
            loading={moving.isPending}
          >
            {clock.frozen ? 'Let it run' : 'Freeze'}
          </Button>
          <Button variant="default" disabled={clock.real} onClick={() => move('back to real time')}>
            Back to real time
          </Button>
        </Group>
      </Group>
      <Steps clock={clock} moment={moment} move={move} isMoving={moving.isPending} />
      <SetTime clock={clock} moment={moment} move={move} isMoving={moving.isPending} />
      <HappenedList moved={moving.data} />
    </Section>
  )
}

function ClockFace({ clock, moment }: { clock: Clock; moment: number }) {
  return (
    <Stack gap={0} role="timer" aria-label="Time of the account in Paris">
      <Text size="lg">
        {weekdayOf(moment)}, {dayOf(moment)}
      </Text>
      <Group gap="sm" align="baseline">
        <time className={classes.face} dateTime={wallTime(moment)}>
          {timeOf(moment)}
        </time>
        <Tag size="lg" tone={clock.real ? 'quiet' : 'warm'}>
          {stateInWords(clock)}
        </Tag>
      </Group>
      <Text size="sm" c="dimmed">
        in Paris
      </Text>
    </Stack>
  )
}

type MoveProps = { clock: Clock; moment: number; move: (to: ClockMove) => void; isMoving: boolean }

function Steps({ clock, moment, move, isMoving }: MoveProps) {
  const to = (time: string) => move({ set: time, frozen: clock.frozen })
  const { next_working_day: workingDay } = clock
  const steps = [
    { label: '+1 hour', go: () => move({ by: 'PT1H' }) },
    { label: '+1 day', go: () => move({ by: 'P1D' }) },
    { label: '+1 week', go: () => move({ by: 'P7D' }) },
    ...(workingDay ? [{ label: 'Next working day, 08:00', go: () => to(`${workingDay}T08:00:00`) }] : []),
    { label: 'To 12:59', go: () => to(nextTimeOfDay(moment, '12:59')) },
    { label: 'To 13:00', go: () => to(nextTimeOfDay(moment, '13:00')) },
  ]
  return (
    <Box role="group" aria-label="Move the clock forward">
      <Group gap="xs">
        {steps.map(({ label, go }) => (
          <Button key={label} variant="light" onClick={go} disabled={isMoving}>
            {label}
          </Button>
        ))}
      </Group>
    </Box>
  )
}

function SetTime({ clock, moment, move, isMoving }: MoveProps) {
  const [value, setValue] = useState('')
  const shown = value || wallTime(moment).slice(0, 16)
  const set = (event: SubmitEvent) => {
    event.preventDefault()
    move({ set: `${shown}:00`, frozen: clock.frozen })
    setValue('')
  }
  return (
    <form onSubmit={set}>
      <Group align="flex-end" gap="xs">
        <TextInput
          type="datetime-local"
          label="Set date and time"
          min="2000-01-01T00:00"
          max="2099-12-31T00:00"
          required
          withAsterisk={false}
          value={shown}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <Button type="submit" disabled={isMoving}>
          Set
        </Button>
      </Group>
    </form>
  )
}
