// The published documents under the recommended rules of Spectral, an outside checker.
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { demoService } from '../../test/support/service.ts'

const { call } = await demoService()
const spectral = new spectralCore.Spectral()
spectral.setRuleset({ extends: [rulesets.oas as RulesetDefinition] })

test.each(['v1', 'v2', 'operator'])('the document of %s is clean', async (slug) => {
  const { text } = await call('GET', `/docs/${slug}.json`, { keys: null })
  const found = await spectral.run(text)
  expect(found.map(({ code, path, message }) => `${code} at ${path.join('.')}: ${message}`)).toEqual([])
})
