/**
 * Receipts by e-mail, as a screen asks for them; and the shop's account, with a test that really
 * sends. The log says that a receipt went out by e-mail and who asked, never to whom.
 */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { SaleMails } from '#shared/delivery/views.ts'
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { mailAddress } from '#shared/delivery/address.ts'
import {
  MAILS_ASKED_PER_HOUR_MAX,
  MAILS_OF_SALE_MAX,
  MAILS_OPEN_MAX,
} from '#shared/delivery/mail-limits.ts'
import { afterWord, type MailWord } from '#shared/delivery/mail-moves.ts'
import { ANONYMOUS_RUT } from '#shared/rut/rut.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import type { AuditEntry } from '../../audit/audit.ts'
import type { MailOnDisk } from './mail-store.ts'
import type { Mailing } from './mailing.ts'
import { createMailSettings } from './mail-settings.ts'
import type { MailCommandPorts } from './mail-command-ports.ts'
import { BUYER_RUT } from '../../sold/buyer-of-sale.ts'
import type { Handlers } from '../../staff/staff-ports.ts'

type MailCommandName =
  | 'saleMails'
  | 'mailReceipt'
  | 'answerMail'
  | 'mailAccount'
  | 'saveMailAccount'
  | 'testMail'

export function createMailCommands(ports: MailCommandPorts): Handlers<MailCommandName> {
  return { ...createReceiptMails(ports), ...createMailSettings(ports) }
}

interface MailedSale {
  readonly documentedBy: 'receipt' | 'voucher'
  readonly deletion: string | null
  readonly recipientRut: string
  readonly email: string | null
}

function createReceiptMails(
  ports: MailCommandPorts,
): Pick<TillApi, 'saleMails' | 'mailReceipt' | 'answerMail'> {
  const { db, mailing, clock, reportsTo } = ports
  const saleOf = createSaleReader(db)
  const problemOf = (sale: MailedSale): Refusal | null =>
    sale.documentedBy === 'voucher'
      ? refusal('MAIL_NO_DOCUMENT')
      : sale.deletion !== null
        ? refusal('RECEIPT_DELETED')
        : accountProblem(mailing)
  const wordProblem = ({ saleId }: MailOnDisk, word: MailWord): Refusal | null => {
    // It goes where the owner says, and nobody at the counter keeps it from there.
    if (saleId === null) {
      if (word === 'drop') return refusal('MAIL_GONE')
      return reportsTo() === null ? refusal('MAIL_NOT_WANTED') : accountProblem(mailing)
    }
    const sale = saleOf(saleId)
    if (sale === null) return refusal('MAIL_GONE')
    return word === 'again' ? problemOf(sale) : null
  }
  const noted = createNoting(ports)
  return {
    saleMails(saleId) {
      const sale = saleOf(saleId)
      return sale === null
        ? refuse(refusal('SALE_NOT_FOUND'))
        : ok(viewOf(mailing, saleId, sale, problemOf(sale)))
    },
    mailReceipt({ saleId, address: typed }) {
      const sale = saleOf(saleId)
      if (sale === null) return refuse(refusal('SALE_NOT_FOUND'))
      const problem = problemOf(sale) ?? fullProblem(mailing, saleId, clock.now())
      if (problem !== null) return refuse(problem)
      const address = mailAddress(typed, 'address')
      if (!address.ok) return address
      // Twice is once: the second press of a finger, or of another screen.
      if (mailing.isOnItsWay(saleId, address.value)) return ok(null)
      return noted(saleId, mailed(saleId), (at) => {
        mailing.add({ saleId, address: address.value, isAutomatic: false, at })
        return ok(null)
      })
    },
    answerMail({ mailId, word }) {
      const mail = mailing.store.stateOf(mailId)
      if (mail === null || afterWord(mail.state, word) === null) return refuse(refusal('MAIL_GONE'))
      const problem = wordProblem(mail, word)
      if (problem !== null) return refuse(problem)
      const told = mail.saleId === null ? reportMailed(mail.shiftNumber) : mailed(mail.saleId)
      return noted(mail.saleId, word === 'again' ? told : null, (now) => {
        const isDone =
          word === 'again'
            ? mailing.store.again(mailId, now)
            : mailing.store.drop(mailId, now, null)
        return isDone ? ok(null) : refuse(refusal('MAIL_GONE'))
      })
    },
  }
}

/** One change to the line, with what the log says of it; it goes out at once. */
function createNoting({ db, staff, clock, journal, wake }: MailCommandPorts) {
  return <Value>(
    saleId: SaleId | null,
    told: Pick<AuditEntry, 'action' | 'saleId' | 'detail'> | null,
    work: (now: EpochMs) => Result<Value, Refusal>,
  ) => {
    const actor = staff.actor()
    if (!actor.ok) return actor
    const done = db
      .transaction(() => {
        const worked = work(clock.now())
        if (!worked.ok) return worked
        if (told !== null) staff.audit.write({ ...told, staff: actor.value })
        journal.append('print', saleId, { mail: true })
        return worked
      })
      .immediate()
    journal.publish()
    if (done.ok) wake()
    return done
  }
}

const mailed = (saleId: SaleId) => ({ action: 'receipt-mailed', saleId }) as const
const reportMailed = (number: number) => ({ action: 'report-mailed', detail: { number } }) as const

/** Only what a person has to set up; what the server says of itself passes. */
function accountProblem(mailing: Mailing): Refusal | null {
  return mailing.account.read() === null && !mailing.isPractice ? refusal('MAIL_NOT_SET') : null
}

function fullProblem({ store }: Mailing, saleId: SaleId, now: EpochMs): Refusal | null {
  if (store.countOf(saleId) >= MAILS_OF_SALE_MAX)
    return refusal('MAIL_TOO_MANY', null, { most: String(MAILS_OF_SALE_MAX) })
  if (store.askedInHour(now) >= MAILS_ASKED_PER_HOUR_MAX)
    return refusal('MAIL_TOO_OFTEN', null, { most: String(MAILS_ASKED_PER_HOUR_MAX) })
  return store.counts(now).waiting >= MAILS_OPEN_MAX
    ? refusal('MAIL_LINE_FULL', null, { most: String(MAILS_OPEN_MAX) })
    : null
}

function viewOf(
  { store, account }: Mailing,
  saleId: SaleId,
  { email }: MailedSale,
  problem: Refusal | null,
): SaleMails {
  return {
    canMail: problem === null,
    problem: problem?.code ?? null,
    host: account.read()?.host ?? '',
    suggested: email ?? '',
    mails: store.ofSale(saleId),
  }
}

function createSaleReader(db: TillDatabase): (saleId: SaleId) => MailedSale | null {
  const select = db.prepare<[SaleId], MailedSale>(`SELECT s.documented_by AS documentedBy,
      (SELECT state FROM receipt_deletion d WHERE d.sale_id = s.id AND d.state IN ('asked', 'done'))
        AS deletion, ${BUYER_RUT} AS recipientRut,
      (SELECT email FROM customer c WHERE c.rut = ${BUYER_RUT}
        AND c.rut <> '${ANONYMOUS_RUT}') AS email
    FROM sale s WHERE s.id = ?`)
  return (saleId) => select.get(saleId) ?? null
}
