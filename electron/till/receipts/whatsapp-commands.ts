/**
 * A receipt's page by WhatsApp. The screen names a sale and a phone; the address is written here.
 * The phone goes into it, and with the customer only where somebody says so; it is in no log.
 */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { ShopView } from '#shared/core/shop.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { chileanMobile, internationalMobile, whatsappLink } from '#shared/customers/whatsapp.ts'
import { namedInvoice } from '#shared/languages/document-words.ts'
import { fill } from '#shared/languages/fill.ts'
import { wordsOf } from '#shared/languages/core-words.ts'
import { PAPER_LANGUAGE } from '#shared/languages/paper-language.ts'
import { ANONYMOUS_RUT, type Rut } from '#shared/rut/rut.ts'
import { createCustomerRows } from '../customers/customer-rows.ts'
import { digestOf, shownDigest } from '../customers/people-data/people-key.ts'
import type { Clock, MessagePort } from '../kernel/ports.ts'
import { BUYER_RUT } from '../sold/buyer-of-sale.ts'
import type { PeopleKey } from '../customers/people-data/people-key.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Purpose } from '../settings/purpose.ts'
import type { Staff } from '../staff/staff-ports.ts'
import { pageWithCode, type PageCommandPorts } from '../delivery/pages/page-commands.ts'

/** Asked for by hand: between two messages a person writes a name and a number. */
const MESSAGE_PAUSE_MS = 2_000
/** Beyond it nobody serves customers. */
export const MESSAGES_PER_HOUR_MAX = 120
const HOUR_MS = 3_600_000
/** Of the shop's name in the message: longer ones are no names. */
const NAME_CHARS_MAX = 80

type WhatsappCommandName = 'whatsapp' | 'whatsappStart' | 'openWhatsapp' | 'keepPhone'
type Asked = Parameters<TillApi['whatsapp']>[0]

export interface WhatsappPorts extends PageCommandPorts {
  readonly db: TillDatabase
  readonly staff: Staff
  readonly peopleKey: PeopleKey
  readonly purpose: Purpose
  readonly shop: () => ShopView
  readonly clock: Clock
  readonly messages?: MessagePort
}

export function createWhatsappCommands(ports: WhatsappPorts): Pick<TillApi, WhatsappCommandName> {
  const { encodeQr, messages } = ports
  const customerOf = createBuyers(ports)
  const turns = createTurns(ports.clock)
  return {
    async whatsapp(asked) {
      const link = linkFor(ports, asked)
      return link.ok ? ok(await pageWithCode(encodeQr, link.value)) : link
    },
    async whatsappStart(saleId) {
      if (ports.pages.addressOf(saleId) === null) return refuse(refusal('RECEIPT_WITHOUT_PAGE'))
      const customer = customerOf(saleId)
      const mobile = chileanMobile(customer?.phone ?? '')
      return ok({
        phone: mobile === null ? '' : internationalMobile(mobile),
        canOpen: (await messages?.canOpen().catch(() => false)) === true,
        keepsFor: customer?.phone === '' ? customer.legalName : null,
      })
    },
    async openWhatsapp(asked) {
      const link = linkFor(ports, asked)
      if (!link.ok) return link
      const turn = turns.take(link.value)
      if (turn === 'just-opened') return ok(null)
      if (turn === 'too-often')
        return refuse(refusal('WHATSAPP_TOO_OFTEN', null, { most: String(MESSAGES_PER_HOUR_MAX) }))
      const isOpen = await messages?.open(link.value).catch(() => false)
      if (isOpen === true) return ok(null)
      turns.giveBack()
      return refuse(refusal('WHATSAPP_NOT_OPENED'))
    },
    keepPhone: (asked) => keepPhone(ports, customerOf, asked),
  }
}

/** To the customer, who reads what the shop writes on paper. */
function linkFor(
  { db, pages, shop, purpose }: WhatsappPorts,
  asked: Asked,
): Result<string, Refusal> {
  const address = pages.addressOf(asked.saleId)
  if (address === null) return refuse(refusal('RECEIPT_WITHOUT_PAGE'))
  const mobile = chileanMobile(asked.phone)
  if (mobile === null) return refuse(refusal('PHONE_NOT_VALID', 'phone'))
  const words = wordsOf(PAPER_LANGUAGE).receiptPage
  const name = shop().tradeName.slice(0, NAME_CHARS_MAX).toWellFormed()
  const message = namedInvoice(words.message, typeOf(db, asked.saleId), wordsOf(PAPER_LANGUAGE))
  const text = fill(message, { shop: name, address })
  return ok(whatsappLink(mobile, purpose === 'practice' ? `${words.practice} ${text}` : text))
}

const typeOf = (db: WhatsappPorts['db'], saleId: string): string =>
  db.prepare<[string], string>('SELECT document_type FROM sale WHERE id = ?').pluck().get(saleId) ??
  ''

/** The row of whom a sale is for, while it is in the list; nobody of a receipt to nobody. */
function createBuyers({ db }: WhatsappPorts) {
  const rows = createCustomerRows(db)
  const rutOf = db.prepare<[string], Rut>(`SELECT ${BUYER_RUT} FROM sale s WHERE s.id = ?`).pluck()
  return (saleId: string) => {
    const rut = rutOf.get(saleId)
    const row = rut === undefined || rut === ANONYMOUS_RUT ? undefined : rows.byRut(rut)
    return row === undefined || row.isArchived ? null : row
  }
}

/** Whoever serves writes down what was missing; what is there is changed by who keeps the list. */
function keepPhone(
  { db, staff, peopleKey }: WhatsappPorts,
  customerOf: ReturnType<typeof createBuyers>,
  { saleId, phone: typed }: Asked,
): Result<null, Refusal> {
  const mobile = chileanMobile(typed)
  if (mobile === null) return refuse(refusal('PHONE_NOT_VALID', 'phone'))
  const phone = internationalMobile(mobile)
  const actor = staff.actor()
  if (!actor.ok) return actor
  if (peopleKey === null) return refuse(refusal('PEOPLE_SECRET_CLOSED'))
  return db
    .transaction((): Result<null, Refusal> => {
      const customer = customerOf(saleId)
      if (customer === null) return refuse(refusal('CUSTOMER_GONE'))
      // Twice is once: the second press of a finger, or of another screen.
      if (chileanMobile(customer.phone) === mobile) return ok(null)
      if (customer.phone !== '') return refuse(refusal('CUSTOMER_HAS_PHONE', 'phone'))
      createCustomerRows(db).setPhone(customer.rut, phone)
      const named = shownDigest(digestOf(peopleKey, customer.rut))
      staff.audit.write({
        action: 'customer-saved',
        staff: actor.value,
        detail: { what: `${named} (phone)` },
      })
      return ok(null)
    })
    .immediate()
}

/** One after the other, and not without end: each opens a window of another program. */
function createTurns(clock: Clock) {
  let last: { readonly link: string; readonly atMs: number } | null = null
  let inHour: number[] = []
  return {
    take(link: string): 'now' | 'just-opened' | 'too-often' {
      const nowMs = clock.monotonicMs()
      inHour = inHour.filter((atMs) => nowMs - atMs < HOUR_MS)
      const isJustNow = last !== null && nowMs - last.atMs < MESSAGE_PAUSE_MS
      // Twice is once: the second press of a finger.
      if (isJustNow && last?.link === link) return 'just-opened'
      if (isJustNow || inHour.length >= MESSAGES_PER_HOUR_MAX) return 'too-often'
      last = { link, atMs: nowMs }
      inHour.push(nowMs)
      return 'now'
    },
    /** Nothing was opened: the next press tries again. */
    giveBack() {
      last = null
      inHour.pop()
    },
  }
}
