import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Line, Order } from '../../client/src/generated/v2.ts'
import {
  browserOf,
  browserTimeoutMs,
  expectAccessible,
  expectNoSidewaysScroll,
  inBrowser,
  looks,
  picture,
} from '../support/browser.ts'
import { demoService } from '../support/service.ts'

const { origin, owner, callV2, readV2 } = await demoService()
const newPage = browserOf(() => origin)

async function openSandbox(page: Page): Promise<void> {
  await page.goto('/app/')
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Sandbox', level: 1 }).waitFor()
}

async function setClock(page: Page, time: string): Promise<void> {
  await page.getByLabel('Set date and time').fill(time)
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await page.getByText('What happened on the way').waitFor()
}

const shownTime = (page: Page) => page.getByRole('timer', { name: 'Time of the account in Paris' })
const shows = (page: Page, words: string) => shownTime(page).getByText(words).waitFor()

async function orderBottles(body: object): Promise<Order> {
  const [line] = (await readV2<Line[]>('/bottles')).filter(
    ({ box, quantity }) => box === 'bottles' && quantity > 6,
  )
  const content = [{ reference: line?.reference, quantity: 2 }]
  const { status, text, body: order } = await callV2('POST', '/orders', { body: { content, ...body } })
  if (status !== 201) throw new Error(text)
  return order as Order
}

const address = {
  ...{ firstname: 'Anna', lastname: 'Roux', street1: '4 rue des Lilas', city: 'Lyon', zipcode: '69003' },
  ...{ country: 'FR', phone: '+33 6 00 00 00 00', email: 'anna@example.com' },
}

inBrowser('the sandbox', () => {
  test(
    'the clock is set, frozen, moved on and given back',
    async () => {
      const page = await newPage()
      await openSandbox(page)
      await shows(page, 'real time')
      await page.getByRole('button', { name: 'Freeze' }).click()
      await shows(page, 'frozen')
      await setClock(page, '2027-07-13T12:30')
      await shows(page, 'Tuesday, 13 July 2027')
      await shows(page, '12:30:00')
      await page.getByRole('link', { name: /^Clock of the account: Tue 13 Jul 12:30:00 frozen$/ }).waitFor()
      const steps: [button: string, time: string][] = [
        ['To 12:59', '12:59:00'],
        ['To 13:00', '13:00:00'],
        ['+1 hour', '14:00:00'],
        // The fourteenth of July is a public day.
        ['Next working day, 08:00', 'Thursday, 15 July 2027'],
        ['+1 day', 'Friday, 16 July 2027'],
      ]
      for (const [button, words] of steps) {
        await page.getByRole('button', { name: button }).click()
        await shows(page, words)
      }
      await page.getByRole('button', { name: 'Let it run' }).click()
      await shows(page, 'set, running')
      await page.getByRole('button', { name: 'Back to real time' }).click()
      await shows(page, 'real time')
    },
    browserTimeoutMs,
  )

  test(
    'an order goes through its day, step by step',
    async () => {
      const { id } = await orderBottles({ pickup: false, address })
      const page = await newPage()
      await openSandbox(page)
      const order = page.getByRole('article', { name: `Order ${id}` })
      const press = async (label: string, status: string) => {
        await order.getByRole('button', { name: `${label}: Order ${id}` }).click()
        await order.getByText(status, { exact: true }).waitFor()
      }
      await order.getByText('new', { exact: true }).waitFor()
      await press('Hold', 'on hold: Held in the sandbox')
      await press('Release', 'new')
      await press('Start', 'in preparation')
      await press('Stop', 'new')
      await press('Start', 'in preparation')
      await order.getByRole('button', { name: /^Pick:/ }).click()
      await press('Ready', 'ready')
      await press('Ship', 'shipped')
      await order.getByRole('button', { name: /^Deliver:/ }).click()
      await order.waitFor({ state: 'detached' })
      await page.getByText(`Order ${id} changed: delivered`).waitFor()
      expect((await readV2<Order>(`/orders/${id}`)).status.name).toBe('DELIVERED')
    },
    browserTimeoutMs,
  )

  test(
    'bottles are announced, come in, and one breaks',
    async () => {
      const page = await newPage()
      await openSandbox(page)
      await page.getByRole('button', { name: 'Announce one' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: 'Bottle' }).click()
      await page.getByRole('option').first().click()
      await dialog.getByRole('button', { name: 'Announce' }).click()
      const [, id] =
        /Putaway (\d+) is announced/.exec((await page.getByText(/is announced\./).textContent()) ?? '') ?? []
      const putaway = page.getByRole('article', { name: `Putaway ${id}` })
      await putaway.getByRole('button', { name: /^Arrive/ }).click()
      await putaway.getByRole('button', { name: /^Validate/ }).click()
      await putaway.getByText('put away', { exact: true }).waitFor()

      await page.getByRole('combobox', { name: 'Bottle' }).click()
      await page.getByRole('option').first().click()
      await page.getByRole('button', { name: 'Break' }).click()
      await page.getByText('1 bottle broken.').waitFor()
    },
    browserTimeoutMs,
  )

  test.each(Object.keys(looks) as (keyof typeof looks)[])(
    'the page is whole, and open to everybody: %s',
    async (look) => {
      const page = await newPage(looks[look])
      await openSandbox(page)
      await setClock(page, '2027-07-13T12:30')
      await page.getByRole('heading', { name: 'Mails' }).waitFor()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await picture(page, `sandbox-${look}`)
    },
    browserTimeoutMs,
  )

  test(
    'a scenario takes the place of the cellar, after a question',
    async () => {
      const page = await newPage()
      await openSandbox(page)
      await page.getByRole('button', { name: 'Load: A small cellar' }).click()
      await page.getByRole('button', { name: 'Keep what is there' }).click()
      const before = await readV2<Line[]>('/bottles')
      await page.getByRole('button', { name: 'Load: A small cellar' }).click()
      await page.getByRole('button', { name: 'Remove and load' }).click()
      await page.getByText('Your cellar is now: A small cellar.').waitFor()
      await page.getByRole('button', { name: 'Reset: A small cellar' }).waitFor()
      await page.getByText('No order is open.').waitFor()
      expect(await readV2<Line[]>('/bottles')).not.toEqual(before)
    },
    browserTimeoutMs,
  )

  test(
    'in auto mode the warehouse works as the clock passes, and the page tells what it did',
    async () => {
      const page = await newPage()
      await openSandbox(page)
      const auto = page.getByRole('switch', { name: 'The warehouse works by itself' })
      await auto.focus()
      await page.keyboard.press('Space')
      expect(await auto.isChecked()).toBe(true)
      const { id } = await orderBottles({ pickup: false, address })
      await page.getByRole('article', { name: `Order ${id}` }).waitFor()
      await page.getByRole('button', { name: '+1 week' }).click()
      for (const words of ['preparation started', 'made ready', 'shipped', 'delivered'])
        await page.getByText(`Order ${id} ${words}`).waitFor()
      await page.getByRole('article', { name: `Order ${id}` }).waitFor({ state: 'detached' })
    },
    browserTimeoutMs,
  )
})
