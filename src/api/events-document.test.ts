// The document of events under the rules of Spectral, an outside checker, and real messages under its schemas.
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { demoService } from '../../test/support/service.ts'
import { listEventsAfter } from '../core/events/event-reads.ts'
import { fromEvent as inVersion1 } from './v1/event-shape.ts'
import { fromEvent as inVersion2 } from './v2/event-shape.ts'

type Document = {
  asyncapi: string
  components: { messages: Record<string, { payload: object; contentType: string }> }
  channels: Record<string, { messages: Record<string, { $ref: string }> }>
}
const { call, callV2, readV2, db, settings } = await demoService()
const { text, body } = await call('GET', '/docs/events.json', { keys: null })
const document = body as Document

test('is clean', async () => {
  const spectral = new spectralCore.Spectral()
  spectral.setRuleset({
    extends: [rulesets.asyncapi as RulesetDefinition],
    // Tools read 3.0; and there is no mailbox to name.
    rules: { 'asyncapi-latest-version': 'off', 'asyncapi-info-contact-properties': 'off' },
  })
  const found = await spectral.run(text)
  expect(found.map(({ code, path, message }) => `${code} at ${path.join('.')}: ${message}`)).toEqual([])
})

test('is AsyncAPI 3 with a message for each type of both versions', () => {
  expect(document.asyncapi).toBe('3.0.0')
  const types = (channel: string) => Object.keys(document.channels[channel]?.messages ?? {})
  expect(types('webhooks')).toEqual(['order', 'putaway', 'invoice', 'stock', 'test'])
  expect(types('keyWebhooks')).toEqual(['getoutrequest', 'putaway', 'invoice', 'stock', 'test'])
  expect(types('stream')).toEqual(['order', 'putaway', 'invoice', 'stock'])
})

describe('messages', async () => {
  const [row] = await readV2<{ reference: string }[]>('/bottles')
  const made = await callV2('POST', '/orders', {
    body: { content: [{ reference: row?.reference, quantity: 1 }] },
  })
  await callV2('DELETE', `/orders/${(made.body as { id: number }).id}`)
  const events = await listEventsAfter(db, 1, undefined, 5000)
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false })

  test.each([
    ['v1', inVersion1],
    ['v2', inVersion2],
  ] as const)('of %s are what it says', (version, write) => {
    const seen = new Set<string>()
    const validators = Object.fromEntries(
      Object.entries(document.components.messages).map(([name, { payload }]) => [name, ajv.compile(payload)]),
    )
    for (const event of events) {
      const message = write(event, settings)
      const validate = validators[`${version}-${message.type}`]
      validate?.(JSON.parse(JSON.stringify(message)))
      expect(validate?.errors, message.id).toBeNull()
      seen.add(`${message.type}.${message.event}`)
    }
    expect([...seen]).toContain(version === 'v1' ? 'getoutrequest.delete' : 'order.delete')
    expect([...seen]).toContain('stock.update')
  })
})
