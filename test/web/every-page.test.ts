import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { webPages } from '../../src/api/web-pages.ts'
import {
  browserOf,
  browserTimeoutMs,
  expectAccessible,
  expectNoSidewaysScroll,
  inBrowser,
  looks,
  picture,
} from '../support/browser.ts'
import { operatorService } from '../support/operator-service.ts'

const { origin } = await operatorService()
const newPage = browserOf(() => origin)
const pages: [path: string, heading: string][] = [
  ['/app/sign-in', 'Sign in'],
  ['/app/request-access', 'Ask for access'],
  ['/app/forgotten-password', 'Forgotten password'],
  ['/app/invitation?token=x', 'Choose a password'],
  ['/app/invitation', 'This link is not whole'],
  ['/app/no/such/page', 'There is no such page'],
  ['/console/sign-in', 'Sign in to the console'],
  ['/console/no/such/page', 'There is no such page'],
]

inBrowser('every page that needs no session', () => {
  test.each(Object.keys(looks) as (keyof typeof looks)[])(
    'is whole, and open to everybody: %s',
    async (look) => {
      const page = await newPage(looks[look])
      for (const [path, heading] of pages) {
        await page.goto(path)
        await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
        await page.getByLabel('Environment').getByText('Preproduction').waitFor()
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
        await picture(page, `${path.slice(1).replaceAll(/\W+/g, '-')}-${look}`)
      }
    },
    browserTimeoutMs,
  )

  test(
    'says Production where it is, without a word of rehearsing',
    async () => {
      const app = Fastify()
      await app.register(webPages, { env: 'production' })
      const page = await newPage({ baseURL: await app.listen({ port: 0, host: '127.0.0.1' }) })
      await page.goto('/app/request-access')
      await page.getByRole('heading', { name: 'Ask for access' }).waitFor()
      expect(await page.getByLabel('Environment').textContent()).toBe('Production')
      await expectAccessible(page)
      await picture(page, 'production')
      await page.context().close()
      await app.close()
    },
    browserTimeoutMs,
  )
})
