import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { browserOf, browserTimeoutMs, expectAccessible, inBrowser } from '../support/browser.ts'
import { operatorService, staffEmail, staffPassword } from '../support/operator-service.ts'

const { origin, pool } = await operatorService()
const newPage = browserOf(() => origin)
const password = 'a cellar full of good wine'

const mailTo = async (email: string) => {
  const { rows } = await pool.query<{ body: string }>(
    'select body from mails where $1 = any(recipients) order by id desc limit 1',
    [email],
  )
  return rows[0]?.body ?? ''
}

async function askForAccess(page: Page, email: string): Promise<void> {
  await page.goto('/app/sign-in')
  await page.getByRole('link', { name: 'Ask for access' }).click()
  await page.getByLabel('First name').fill('Odile')
  await page.getByLabel('Last name').fill('Marchand')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Company').fill('Cave du Port')
  await page.getByLabel('What it is for').fill('A webshop with 300 wines.')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { name: 'Thank you, we will write to you' }).waitFor()
}

async function openConsole(page: Page): Promise<void> {
  await page.goto('/console/')
  await page.getByLabel('E-mail').fill(staffEmail('admin'))
  await page.getByLabel('Password', { exact: true }).fill(staffPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Access requests' }).waitFor()
}

inBrowser('access', () => {
  test(
    'somebody asks, is let in, chooses a password and signs in',
    async () => {
      const [guest, staff] = [await newPage(), await newPage()]
      await askForAccess(guest, 'odile@example.com')
      await expectAccessible(guest)

      await openConsole(staff)
      await staff.getByRole('button', { name: 'Open the request of Odile Marchand' }).click()
      await staff.getByText('A webshop with 300 wines.').waitFor()
      await expectAccessible(staff)
      await staff.getByRole('button', { name: 'Grant: open an account' }).click()
      await staff.getByText('an invitation is on its way to odile@example.com').waitFor()
      await staff.getByText('Nobody waits for an answer.').waitFor()
      await staff.getByText('Granted', { exact: true }).click()
      await staff.getByText('Odile Marchand').waitFor()

      const [link = ''] = /\/app\/invitation\?token=\S+/.exec(await mailTo('odile@example.com')) ?? []
      await guest.goto(link)
      await guest.getByLabel('Password', { exact: true }).fill('too short')
      await guest.getByLabel('The same once more').fill('too shirt')
      await guest.getByRole('button', { name: 'Save the password' }).click()
      await guest.getByText('Use 12 characters or more.').waitFor()
      await guest.getByText('The two are not the same.').waitFor()
      await guest.getByLabel('Password', { exact: true }).fill(password)
      await guest.getByLabel('The same once more').fill(password)
      await guest.getByRole('button', { name: 'Save the password' }).click()

      await guest.getByText('Your password is set.').waitFor()
      expect(await guest.getByLabel('E-mail').inputValue()).toBe('odile@example.com')
      await guest.getByLabel('Password', { exact: true }).fill(password)
      await guest.keyboard.press('Enter')
      await guest.getByRole('heading', { name: 'Sandbox' }).waitFor()
      await guest.getByText('Odile Marchand, Cave du Port').waitFor()
      expect(await guest.getByLabel('Environment').textContent()).toContain('Preproduction')

      await guest.getByRole('button', { name: 'Sign out' }).click()
      await guest.getByRole('heading', { name: 'Sign in' }).waitFor()
      await guest.goto('/app/sandbox')
      await guest.getByRole('heading', { name: 'Sign in' }).waitFor()
      expect(guest.url()).toContain('next=')
    },
    browserTimeoutMs,
  )

  test(
    'the operator declines with a reason',
    async () => {
      const [guest, staff] = [await newPage(), await newPage()]
      await askForAccess(guest, 'paul@example.com')
      await openConsole(staff)
      await staff.getByRole('button', { name: /Open the request/ }).click()
      await staff.getByLabel('Reason for declining').fill('We keep wine only.')
      await staff.getByRole('button', { name: 'Decline' }).click()
      await staff.getByText('paul@example.com is told.').waitFor()
      expect(await mailTo('paul@example.com')).toContain('We keep wine only.')
    },
    browserTimeoutMs,
  )

  test(
    'a wrong password, and a link that is used up, are told in words',
    async () => {
      const page = await newPage()
      await page.goto('/app/sign-in')
      await page.getByLabel('E-mail').fill('odile@example.com')
      await page.getByLabel('Password', { exact: true }).fill('not the password')
      await page.keyboard.press('Enter')
      await page.getByText('The e-mail address or the password is not right.').waitFor()
      await page.goto('/app/invitation?token=pre_iv_unknown')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByLabel('The same once more').fill(password)
      await page.keyboard.press('Enter')
      await page.getByRole('alert').waitFor()
    },
    browserTimeoutMs,
  )

  test(
    'a forgotten password is replaced by a mail',
    async () => {
      const page = await newPage()
      await page.goto('/app/sign-in')
      await page.getByRole('link', { name: 'Forgotten password' }).click()
      await page.getByLabel('E-mail').fill('odile@example.com')
      await page.getByRole('button', { name: 'Mail me a link' }).click()
      await page.getByRole('heading', { name: 'Look into your mailbox' }).waitFor()
      expect(await mailTo('odile@example.com')).toContain('choose a new password')
    },
    browserTimeoutMs,
  )
})
