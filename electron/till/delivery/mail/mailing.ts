/** What the rest of the till asks of e-mails: put one into the line, with its sale or later. */
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import type { KeptReport } from '#shared/shifts/views.ts'
import type { Ids } from '#shared/text/ids.ts'
import type { TroubleOfServer } from '#shared/delivery/mail-trouble.ts'
import type { ClosingMail } from '#shared/delivery/closing-mail.ts'
import { isMailAddress } from '#shared/delivery/address.ts'
import { MAILS_OPEN_MAX } from '#shared/delivery/mail-limits.ts'
import { ANONYMOUS_RUT } from '#shared/rut/rut.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import type { Journal } from '../../kernel/journal.ts'
import type { Log } from '#shared/core/ports.ts'
import type { Clock, SecretStore } from '../../kernel/ports.ts'
import { loadMailAccount, type MailAccount } from './mail-account.ts'
import type { NewMail } from './mail-orders.ts'
import { createMailStore, type MailStore } from './mail-store.ts'

export interface Mailing {
  readonly account: MailAccount
  readonly store: MailStore
  readonly isPractice: boolean
  /** In the caller's transaction. To practise with, it is dropped at once. */
  add(mail: Omit<NewMail, 'id'>): void
  /** The Z of a shift, in the transaction of its closing; nothing where the owner wants none. */
  closed(reportId: string, to: ClosingMail, at: EpochMs): void
  /** As it stands, for whoever reads that report. */
  ofReport(reportId: string): KeptReport['mail']
  /** The same address is in the line for this sale. */
  isOnItsWay(saleId: SaleId, address: string): boolean
  /** Of a sale to somebody who wants every document so; in its transaction. */
  sold(saleId: SaleId, rut: string, at: EpochMs): void
  /** A document sold to them now goes to their address by itself, if there is an account. */
  reaches(rut: string): boolean
  /** What is missing before anything goes out. */
  problem(): TroubleOfServer | null
}

interface MailingPorts {
  readonly db: TillDatabase
  readonly journal: Journal
  readonly clock: Clock
  readonly ids: Ids
  readonly purpose: 'practice' | 'shop'
  readonly mailSecret: SecretStore | undefined
  readonly log: Log
}

export async function openMailing(ports: MailingPorts): Promise<Mailing> {
  const { db, journal, clock, ids } = ports
  const account = await loadMailAccount(ports, ports.mailSecret)
  const store = createMailStore(db, journal, clock)
  const isPractice = ports.purpose === 'practice'
  const wanting = db
    .prepare<[string], string>('SELECT email FROM customer WHERE rut = ? AND mails_receipts = 1')
    .pluck()
  const add = (mail: Omit<NewMail, 'id'>) => {
    const id = ids.next()
    store.add({ ...mail, id })
    // Whoever practises writes addresses of real people: nothing goes out.
    if (isPractice) store.drop(id, mail.at, 'MAIL_PRACTICE')
  }
  const addressOf = (rut: string, at: EpochMs): string | null => {
    if (rut === ANONYMOUS_RUT) return null
    const address = wanting.get(rut) ?? ''
    // Whose line stands is not filled up behind its back.
    return isMailAddress(address) && store.counts(at).waiting < MAILS_OPEN_MAX ? address : null
  }
  return {
    account,
    store,
    isPractice,
    add,
    closed(reportId, { isOn, to }, at) {
      if (!isOn || !isMailAddress(to)) return
      const id = ids.next()
      store.addReport({ id, reportId, address: to, at })
      if (isPractice) store.drop(id, at, 'MAIL_PRACTICE')
    },
    ofReport(reportId) {
      const mail = store.ofReport(reportId)
      return mail && { ...mail, host: account.read()?.host ?? '' }
    },
    isOnItsWay: (saleId, address) =>
      store
        .ofSale(saleId)
        .some(
          (mail) =>
            mail.address.toLowerCase() === address.toLowerCase() &&
            ['waiting', 'queued', 'sending'].includes(mail.state),
        ),
    sold(saleId, rut, at) {
      // Nor one that took its account away.
      if (account.read() === null && !isPractice) return
      const address = addressOf(rut, at)
      if (address !== null) add({ saleId, address, isAutomatic: true, at })
    },
    reaches: (rut) => !isPractice && addressOf(rut, clock.now()) !== null,
    problem() {
      const server = account.server()
      return typeof server === 'string' ? server : null
    },
  }
}
