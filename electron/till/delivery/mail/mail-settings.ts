/** The shop's mail account as its owner sets it up, and the test that really sends. */
import type { MailAccountView } from '#shared/delivery/views.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { mailAddress } from '#shared/delivery/address.ts'
import { decideSmtpAccount } from '#shared/delivery/smtp-account.ts'
import type { MailCommandPorts } from './mail-command-ports.ts'
import type { MailOutcome, MailServer } from '../../../mail/mail-port.ts'
import { messageIdOf, withinTime } from './mail-worker.ts'
import type { Handlers } from '../../staff/staff-ports.ts'

/** Somebody waits in front of the screen. */
const TEST_TIMEOUT_MS = 20_000

type Names = 'mailAccount' | 'saveMailAccount' | 'testMail'

export function createMailSettings(ports: MailCommandPorts): Handlers<Names> {
  const { mailing, staff, clock } = ports
  const view = (): MailAccountView => {
    const { waiting } = mailing.store.counts(clock.now())
    return {
      account: mailing.account.read(),
      hasPassword: mailing.account.hasPassword(),
      isPractice: mailing.isPractice,
      waitingCount: waiting,
      failedCount: mailing.store.failedCount(),
      trouble: mailing.isPractice ? null : ports.trouble(),
    }
  }
  return {
    mailAccount: () => ok(view()),
    async saveMailAccount({ account: typed, password }, _, { actor, approverName }) {
      const account = typed === null ? ok(null) : decideSmtpAccount(typed)
      if (!account.ok) return account
      if (password !== undefined && /\p{Cc}/u.test(password))
        return refuse(refusal('MAIL_PASSWORD_NOT_VALID', 'password'))
      await mailing.account.save(account.value, password, (changes) => {
        for (const detail of changes)
          staff.audit.write({ action: 'settings-changed', staff: actor, approverName, detail })
      })
      ports.accountChanged()
      return ok(view())
    },
    testMail: createTest(ports),
  }
}

function createTest({
  mailing,
  staff,
  clock,
  port,
  shop,
  ended,
  accountChanged,
}: MailCommandPorts): Handlers['testMail'] {
  let isRunning = false
  return async ({ to: typed }, _, { actor, approverName }) => {
    if (mailing.isPractice) return refuse(refusal('MAIL_PRACTICE'))
    const server = mailing.account.server()
    if (typeof server === 'string') return refuse(refusal(server))
    const to = mailAddress(typed, 'to')
    if (!to.ok) return to
    if (isRunning) return refuse(refusal('MAIL_TEST_BUSY'))
    isRunning = true
    try {
      const mail = testMail(shop().tradeName, to.value, server, new Date(clock.now()))
      const outcome = await withinTime(
        clock,
        ended.signal,
        (until) => port.send(server, mail, until),
        TEST_TIMEOUT_MS,
      )
      const what = outcome.kind === 'taken' ? 'enviado' : codeOf(outcome)
      if (!ended.signal.aborted)
        staff.audit.write({ action: 'mail-tested', staff: actor, approverName, detail: { what } })
      if (outcome.kind === 'taken') accountChanged()
      return answerOf(outcome, server)
    } finally {
      isRunning = false
    }
  }
}

function testMail(shopName: string, to: string, server: MailServer, at: Date) {
  const id = `prueba-${at.getTime().toString(36)}`
  return {
    messageId: messageIdOf(id, server.senderAddress),
    to,
    at,
    subject: `Prueba de correo de la caja de ${shopName}`,
    text: `Si lee esto, la caja de ${shopName} puede enviar boletas por correo.\n`,
    html: null,
    logo: null,
    attachments: [],
  }
}

const codeOf = (outcome: Exclude<MailOutcome, { kind: 'taken' }>) =>
  outcome.kind === 'unknown' ? 'MAIL_SERVER_BROKE' : outcome.code

/** Of a test nobody waits for a second try: what is only for now is said as it is. */
function answerOf(outcome: MailOutcome, { host }: MailServer): Result<null, Refusal> {
  return outcome.kind === 'taken' ? ok(null) : refuse(refusal(codeOf(outcome), null, { host }))
}
