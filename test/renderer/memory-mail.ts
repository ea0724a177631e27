/** Receipts by e-mail of the till in memory: what was asked for waits, unless a test says more. */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { MailAccountView, MailView } from '#shared/delivery/views.ts'
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { mailAddress } from '#shared/delivery/address.ts'
import { afterWord, mailMark, type MailMark } from '#shared/delivery/mail-moves.ts'
import { decideSmtpAccount, type SmtpAccount } from '#shared/delivery/smtp-account.ts'

type MailApi = Pick<
  TillApi,
  'saleMails' | 'mailReceipt' | 'answerMail' | 'mailAccount' | 'saveMailAccount' | 'testMail'
>

export const MEMORY_MAIL_ACCOUNT: SmtpAccount = {
  host: 'smtp.ejemplo.cl',
  port: 465,
  security: 'tls',
  user: 'tienda@ejemplo.cl',
  senderName: 'Almacén Don Luis',
  senderAddress: 'tienda@ejemplo.cl',
  replyTo: '',
}

export interface MailWorld {
  /** What became of the one that was asked for last. */
  settleMail(part: Partial<MailView>): void
  setMailAccount(part: Partial<MailAccountView>): void
}

export function createMemoryMail(
  now: () => number,
  changed: (saleId: SaleId | null, mark: MailMark | null) => void,
): { readonly api: MailApi; readonly world: MailWorld } {
  const mails = new Map<SaleId, MailView[]>()
  let view: MailAccountView = {
    account: MEMORY_MAIL_ACCOUNT,
    hasPassword: true,
    isPractice: false,
    waitingCount: 0,
    failedCount: 0,
    trouble: null,
  }
  const of = (saleId: SaleId) => mails.get(saleId) ?? []
  const saleOf = (mailId: string) =>
    [...mails].find(([, list]) => list.some((mail) => mail.mailId === mailId))
  const set = (saleId: SaleId, list: MailView[]) => {
    mails.set(saleId, list)
    changed(saleId, mailMark(list.map(({ state }) => state)))
  }
  const replace = (saleId: SaleId, mailId: string, part: Partial<MailView>) =>
    set(
      saleId,
      of(saleId).map((mail) => (mail.mailId === mailId ? { ...mail, ...part } : mail)),
    )
  return {
    world: {
      settleMail(part) {
        const [saleId, list = []] = [...mails].at(-1) ?? []
        const last = list.at(-1)
        if (saleId !== undefined && last !== undefined) replace(saleId, last.mailId, part)
      },
      setMailAccount(part) {
        view = { ...view, ...part }
        changed(null, null)
      },
    },
    api: {
      saleMails: (saleId) =>
        ok({
          canMail: view.account !== null,
          problem: view.account === null ? 'MAIL_NOT_SET' : null,
          host: view.account?.host ?? '',
          suggested: '',
          mails: of(saleId),
        }),
      mailReceipt({ saleId, address: typed }) {
        if (view.account === null) return refuse(refusal('MAIL_NOT_SET'))
        const address = mailAddress(typed, 'address')
        if (!address.ok) return address
        const mail: MailView = {
          mailId: `mail-${saleId}-${of(saleId).length}`,
          address: address.value,
          state: 'waiting',
          isAutomatic: false,
          trouble: null,
          tries: 0,
          createdAt: now() as EpochMs,
          finishedAt: null,
        }
        set(saleId, [...of(saleId), mail])
        return ok(null)
      },
      answerMail({ mailId, word }) {
        const [saleId, list = []] = saleOf(mailId) ?? []
        const mail = list.find((one) => one.mailId === mailId)
        const to = mail === undefined ? null : afterWord(mail.state, word)
        if (saleId === undefined || to === null) return refuse(refusal('MAIL_GONE'))
        replace(saleId, mailId, { state: to, trouble: null })
        return ok(null)
      },
      mailAccount: () => ok(view),
      async saveMailAccount({ account: typed, password }) {
        const account = typed === null ? ok(null) : decideSmtpAccount(typed)
        if (!account.ok) return account
        view = { ...view, account: account.value, hasPassword: password !== '' && typed !== null }
        return ok(view)
      },
      async testMail({ to }) {
        const address = mailAddress(to, 'to')
        return address.ok ? ok(null) : address
      },
    },
  }
}
