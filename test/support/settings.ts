import { loadSettings, type Settings } from '../../src/config.ts'

/** A Monday morning in winter time, well before the cut-off. */
export const testNow = new Date('2026-11-16T09:30:00+01:00')

export const testSettings = (environment: NodeJS.ProcessEnv = {}): Settings =>
  loadSettings({ CAVEAU_LOG_LEVEL: 'silent', CAVEAU_RATE_LIMIT: 'off', PORT: '0', ...environment })
