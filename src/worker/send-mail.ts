import type { JobHelpers } from 'graphile-worker'
import { createTransport } from 'nodemailer'
import type { Deps } from '../core/deps.ts'
import { findMail, markMailFailed, markMailSent } from '../core/mails/mail-reads.ts'
import { atTimeOf } from '../core/sandbox/account-clock.ts'

type Posted = { mailId: number }

/** Sends one mail. A server that says no is asked again later, by the worker's own growing pauses. */
export function makeMailSender(deps: Deps) {
  const { mail: server, env } = deps.settings
  const transport = server && createTransport({ url: server.url, connectionTimeout: 15_000 })
  return async (payload: unknown, { job }: Pick<JobHelpers, 'job'>): Promise<void> => {
    const { mailId } = payload as Posted
    const mail = await findMail(deps.db, mailId)
    if (!mail || mail.state === 'sent' || !transport) return
    try {
      await transport.sendMail({
        from: server.from,
        to: mail.recipients,
        // Nobody shall take what is tried out for what happened.
        subject: env === 'production' ? mail.subject : `[${env}] ${mail.subject}`,
        text: mail.body,
        // The same over all attempts, so that a mail that arrived without our knowing can be told as a repeat.
        messageId: `<mail-${mail.id}@${server.from.split('@').at(-1)?.replace(/>.*/, '') ?? 'caveau'}>`,
      })
    } catch (error) {
      const isLast = job.attempts >= job.max_attempts
      await markMailFailed(deps.db, mailId, error instanceof Error ? error.message : String(error), isLast)
      throw error
    }
    const { now } = mail.accountId === null ? deps : await atTimeOf(deps, mail.accountId)
    await markMailSent(deps.db, mailId, now())
  }
}
