import { Box, Text } from '@mantine/core'
import { isProduction } from './environment.ts'
import classes from './environment-band.module.css'

/** Nobody must mistake one environment for the other, on any page. */
export function EnvironmentBand() {
  return (
    <Box
      component="aside"
      aria-label="Environment"
      className={isProduction ? classes.production : classes.preproduction}
    >
      <Text span inherit fw={600}>
        {isProduction ? 'Production' : 'Preproduction'}
      </Text>
      {!isProduction && (
        <Text span inherit visibleFrom="xs">
          {' '}
          · a place to rehearse: nothing here is delivered or billed
        </Text>
      )}
    </Box>
  )
}
