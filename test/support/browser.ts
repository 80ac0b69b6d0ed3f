import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { buildPages } from '../../bin/build-pages.mjs'

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]
const executablePath = [process.env.CAVEAU_CHROMIUM ?? '', ...usualPlaces].find(
  (path) => path && existsSync(path),
)
const args = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
]
/** A story of many pages on a busy machine. */
export const browserTimeoutMs = 180_000

/** What a page is looked at in. */
export const looks = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  narrow: { colorScheme: 'light', viewport: { width: 360, height: 740 } },
} as const satisfies Record<string, BrowserContextOptions>

const project = fileURLToPath(new URL('../../', import.meta.url))

/** The pages as they are now, built unless they are. */
export const builtPages = () => buildPages(project, process.execPath)

/** Stories in a real browser, left out with a word where there is none. */
export function inBrowser(title: string, stories: () => void): void {
  if (executablePath) return void describe(title, stories)
  console.warn('No Chromium here (CAVEAU_CHROMIUM names one): the web pages are not tested.')
  describe.skip(title, stories)
}

/** A browser for the calling file. Each page has a profile of its own and fails the test when something in it broke. */
export function browserOf(origin: () => string) {
  let browser: Browser | undefined
  const faults: string[] = []
  beforeAll(async () => {
    await builtPages()
    if (executablePath) browser = await chromium.launch({ executablePath, args })
  }, browserTimeoutMs)
  afterAll(async () => {
    await browser?.close()
    expect(faults).toEqual([])
  })
  return async (options: BrowserContextOptions = {}): Promise<Page> => {
    if (!browser) throw new Error('The browser has not started')
    const context = await browser.newContext({ baseURL: origin(), locale: 'en-GB', ...options })
    context.setDefaultTimeout(30_000)
    const page = await context.newPage()
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => {
      // A refusal is told to the console as well; what the policy keeps out, and what React warns of, is a fault.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        faults.push(message.text())
    })
    return page
  }
}

type Violation = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }

const animationsEnded = `Promise.allSettled(
  document.getAnimations().filter((each) => Number.isFinite(each.effect.getComputedTiming().endTime)).map((each) => each.finished)
).then(() => {})`

/** Nothing that keeps people out: contrast, names, order, roles. */
export async function expectAccessible(page: Page): Promise<void> {
  // A page that just appeared fades in, and what is half faded has no contrast.
  await page.evaluate(animationsEnded)
  await page.evaluate(axe.source)
  const found = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
    violations: Violation[]
  }
  const serious = found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join('\n')}`)
  expect(serious).toEqual([])
}

/** Nothing is cut off or has to be scrolled to sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = (await page.evaluate(
    '(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))(document.documentElement)',
  )) as Record<'scrollWidth' | 'clientWidth', number>
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
}

/** A picture to look at, when somebody wants one: CAVEAU_SCREENSHOTS names the folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.CAVEAU_SCREENSHOTS
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}
