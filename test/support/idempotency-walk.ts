import { describe, expect, test } from 'vitest'
import { contentOf, formWithFile, type Good, goodOf, type WalkedApi } from './api-walk.ts'
import { checksumOf } from './checksum.ts'
import { outcome } from './service.ts'

type Posts = {
  /** A change to the body of a good request that makes it another one, by the first field that it has. */
  another: Readonly<Record<string, unknown>>
  /** Titles of routes that only read, though by POST. */
  reads: readonly string[]
  /** How the path ends of one that makes a record. */
  makes?: string
}

/** Idempotency-Key on every POST that writes: a repeat finds the first answer, and another request is refused. */
export function walkIdempotency(api: WalkedApi, { another, reads, makes = '/addresses' }: Posts): void {
  const posts = api.routes.filter(({ method, title }) => method === 'POST' && !reads.includes(title))

  describe.each(posts)('$title', (route) => {
    const good = goodOf(api, route)
    const send = (key: string, content: Good, caller = api.call) => {
      const { headers, ...options } = contentOf(content)
      return caller('POST', good.path, { ...options, headers: { ...headers, 'idempotency-key': key } })
    }
    const changedField = Object.keys(another).find((field) => good.body && Object.hasOwn(good.body, field))
    const other: Good = good.form
      ? { ...good, form: formWithFile('c;d') }
      : { ...good, body: { ...good.body, ...(changedField && { [changedField]: another[changedField] }) } }

    test('a repeat gives the same bytes and status, says so, and writes nothing', async () => {
      const first = await send(route.operationId, good)
      expect(outcome(first)).toMatch(/^20[01] ok$/)
      expect(first.headers['idempotent-replayed']).toBeUndefined()
      const before = await checksumOf(api.pool)
      const second = await send(route.operationId, good)
      expect([second.status, second.text]).toEqual([first.status, first.text])
      expect(second.headers['content-type']).toBe(first.headers['content-type'])
      expect(second.headers['idempotent-replayed']).toBe('true')
      expect(await checksumOf(api.pool)).toEqual(before)
    })

    test('another request with the same key is refused, and so is a key that is none', async () => {
      const before = await checksumOf(api.pool)
      expect(other).not.toEqual(good)
      expect(outcome(await send(route.operationId, other))).toBe('409 idempotency_key_reused')
      for (const key of ['with space', '', 'x'.repeat(256)])
        expect(outcome(await send(key, good)), key).toBe('400 parameter_invalid')
      expect(await checksumOf(api.pool)).toEqual(before)
    })

    test('the answer is kept for its owner alone', async () => {
      const theirs = await send(route.operationId, good, api.callAsStranger)
      expect(theirs.headers['idempotent-replayed']).toBeUndefined()
    })
  })

  test('many at once with one key make one record', async () => {
    const post = posts.find(({ path }) => path.endsWith(makes))
    if (!post) throw new Error(`There is no ${makes}`)
    const { path, body } = goodOf(api, post)
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        api.call('POST', path, { body, headers: { 'idempotency-key': 'at-once' } }),
      ),
    )
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(replies.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1)
  })
}
