import { Badge, type BadgeProps } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './tag.module.css'

export type Tone = 'quiet' | 'fresh' | 'busy' | 'good' | 'warm'
type Props = Pick<BadgeProps, 'size' | 'flex' | 'visibleFrom'> & { tone: Tone; children: ReactNode }

/** A word about the state of something, in a colour that is never the only sign of it. */
export function Tag({ tone, children, ...badge }: Props) {
  return (
    <Badge tt="none" variant="light" classNames={{ root: classes[tone] ?? '' }} {...badge}>
      {children}
    </Badge>
  )
}
