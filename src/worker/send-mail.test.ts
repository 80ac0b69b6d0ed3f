import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { showClock, shownThen } from '../../test/support/show-clock.ts'
import { openAccount } from '../../test/support/small-cellar.ts'
import { listMails } from '../core/mails/mail-reads.ts'
import { queueMail } from '../core/mails/queue-mail.ts'
import { tellOwner } from '../core/mails/tell-owner.ts'
import { makeMailSender } from './send-mail.ts'

const { deps, db, pool } = await testDatabase()
const { accountId } = await openAccount(deps, 'owner@example.com')
await pool.query(`update accounts set stock_copies = '{shop@example.com}', muted_mails = '{order_ready}'`)

const received: string[] = []
let refuses = false
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_address, _session, done) => done(refuses ? new Error('No such person here') : undefined),
  onData(stream, _session, done) {
    let text = ''
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    stream.on('end', () => {
      received.push(text)
      done()
    })
  },
})
server.listen(0, '127.0.0.1')
await once(server.server, 'listening')
afterAll(() => new Promise<void>((resolve) => server.close(resolve)))
const port = (server.server.address() as AddressInfo).port
const mail = { url: `smtp://127.0.0.1:${port}`, from: 'Caveau <no-reply@caveau.example>' }
const posting = { ...deps, settings: { ...deps.settings, mail } }
const send = makeMailSender(posting)
const attempt = (mailId: number, attempts = 1) =>
  send({ mailId }, { job: { attempts, max_attempts: 25 } } as Parameters<typeof send>[1])

const note = {
  kind: 'order_shipped',
  copies: 'stock',
  subject: 'Order 7 is on its way',
  body: 'Château, 6×',
} as const
const newest = async () => {
  const [first] = (await listMails(db, null, { page: 1, count: 30 })).records
  if (!first) throw new Error('There is a mail')
  return first
}

test('without a server a mail is kept, to the owner and those who get copies', async () => {
  await tellOwner(deps, accountId, note)
  expect(await newest()).toMatchObject({
    accountId,
    kind: 'order_shipped',
    recipients: ['owner@example.com', 'shop@example.com'],
    state: 'kept',
    sentAt: null,
  })
})

test('a kind that the owner has switched off is not written at all', async () => {
  const before = await newest()
  await tellOwner(deps, accountId, { ...note, kind: 'order_ready' })
  expect(await newest()).toEqual(before)
})

test('with a server it is queued with its job, sent once, and marked', async () => {
  await tellOwner(posting, accountId, note)
  const { id, state } = await newest()
  expect(state).toBe('queued')
  const { rows } = await pool.query(
    `select j.task_identifier from graphile_worker.jobs j where j.task_identifier = 'send_mail'`,
  )
  expect(rows).toHaveLength(1)
  await attempt(id)
  await attempt(id)
  expect(await newest()).toMatchObject({ id, state: 'sent', sentAt: deps.now() })
  expect(received).toHaveLength(1)
  expect(received[0]).toContain(`Message-ID: <mail-${id}@caveau.example>`)
  expect(received[0]).toContain('To: owner@example.com, shop@example.com')
})

test.each([
  ['preproduction', 'Subject: [preproduction] Order 7 is on its way'],
  ['production', 'Subject: Order 7 is on its way'],
] as const)('a mail of %s is known by its subject', async (env, subject) => {
  const here = { ...posting, settings: { ...posting.settings, env } }
  await tellOwner(here, accountId, note)
  const { id } = await newest()
  const job = { attempts: 1, max_attempts: 25 }
  await makeMailSender(here)({ mailId: id }, { job } as Parameters<typeof send>[1])
  expect(received.at(-1)?.split('\r\n')).toContain(subject)
})

test('it is sent at the time of the account that it is for', async () => {
  await showClock(pool, accountId)
  await tellOwner(posting, accountId, note)
  const { id } = await newest()
  await attempt(id)
  expect(await newest()).toMatchObject({ id, state: 'sent', sentAt: shownThen })
  await showClock(pool, accountId, null)
})

test('what the server says no to is tried again, and given up after the last time', async () => {
  await queueMail(posting, {
    accountId: null,
    kind: 'invitation',
    recipients: ['x@y.zz'],
    subject: 'a\n  b',
    body: '',
  })
  const { id, subject } = await newest()
  expect(subject).toBe('a b')
  refuses = true
  await expect(attempt(id)).rejects.toThrow('No such person here')
  expect(await newest()).toMatchObject({
    state: 'queued',
    lastError: expect.stringContaining('No such person'),
  })
  await expect(attempt(id, 25)).rejects.toThrow()
  expect(await newest()).toMatchObject({ state: 'failed' })
  refuses = false
})
