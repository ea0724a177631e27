/**
 * Deeds of a lent right, named so exactly that a PIN for one allows nothing else: what it is done
 * to, and the pesos in it. The screen asks with these, and the core compares with the same.
 */
import { AMOUNT_CLP_MAX, clp, formatClp } from '../money/clp.ts'
import type { PlainRight } from './need.ts'

/** Longest name of a deed: a count with the sum of each way to pay. */
export const SUBJECT_CHARS_MAX = 600

export interface ApprovalSubject {
  readonly right: PlainRight
  /** What it is done to: a sale, a parked sale, the way of a movement; null where there is one. */
  readonly subject: string | null
  /** Pesos that change hands; absent where none do. */
  readonly amountClp?: number
}

/** Seeing what should be in the drawer: the X, and the file of the open shift. */
export function readingDeed(shiftId: string) {
  return { right: 'acceptDifference', subject: `X ${shiftId}` } as const
}

interface Counted {
  readonly amounts: readonly { readonly key: string; readonly amountClp: number }[]
}

/** Counting again: with just these sums, way by way, neither more nor less. */
export function recountDeed(shiftId: string, { amounts }: Counted) {
  const amountClp = amounts.reduce((sum, counted) => sum + counted.amountClp, 0)
  const ways = amounts.map((counted) => `${counted.key}:${counted.amountClp}`).toSorted()
  const subject = [shiftId, ...ways].join(' ').slice(0, SUBJECT_CHARS_MAX)
  return { right: 'acceptDifference', subject, amountClp } as const
}

interface Compared {
  readonly lines: readonly { readonly differenceClp: number }[]
}

/**
 * Closing with this count. Too much in one way does not excuse what is missing in another, so each
 * difference counts without its sign.
 */
export function closingDeed(countId: string, { lines }: Compared) {
  const amountClp = lines.reduce((sum, { differenceClp }) => sum + Math.abs(differenceClp), 0)
  return { right: 'acceptDifference', subject: countId, amountClp } as const
}

/** Money back for a sale, by one way: allowed for a card, it does not come out of the drawer. */
export function refundDeed(
  saleId: string,
  methodId: string,
  amountClp: number,
  right: 'refund' | 'beyondLimits' = 'refund',
) {
  return { right, subject: `${saleId} ${methodId}`, amountClp } as const
}

type Named = { readonly rut: string } | null

/** Whom a document was shown for, however the RUT is typed; nothing for nobody. */
const named = (recipient: Named) => (recipient?.rut ?? '').replace(/[^0-9kK]/g, '').toUpperCase()

/**
 * A document changed for another: nothing is handed over, so no sum bounds it, but whose it becomes
 * does. One that becomes an invoice asks for both rights, and a PIN lends the one that is missing,
 * of whoever has the other.
 */
export function changeDeed(
  saleId: string,
  to: 'invoice' | 'receipt',
  recipient: Named,
  mine: { readonly refund: boolean },
) {
  const right = to === 'invoice' && mine.refund ? 'invoice' : 'refund'
  return { right, subject: `change ${saleId} ${to} ${named(recipient)}`.trim() } as const
}

interface SpentNote {
  readonly creditId: string
  readonly takenClp: number
}

/** Of an id, enough to tell it from every other: all of it is made by chance. */
const NOTE_ID_CHARS = 12

/** Credit notes that pay in just this sale, each with what it gives, whoever buys. */
export function notesDeed(
  saleId: string,
  totalClp: number,
  notes: readonly SpentNote[],
  right: 'refund' | 'beyondLimits' = 'refund',
) {
  const each = notes.map((note) => `${note.creditId.slice(-NOTE_ID_CHARS)}:${note.takenClp}`)
  const amountClp = notes.reduce((sum, { takenClp }) => sum + takenClp, 0)
  return { right, subject: [saleId, totalClp, ...each].join(' '), amountClp } as const
}

/** Deleting a receipt that is pending: all that was paid for it goes back. */
export function deletionDeed(saleId: string, collectedClp: number) {
  return { right: 'deletePending', subject: `delete ${saleId}`, amountClp: collectedClp } as const
}

/**
 * What a person does about a receipt that is stuck; `resend` with whom it is to name, `adopt` with
 * the id it is to be.
 */
export type Mending =
  | { readonly way: 'aside' }
  | { readonly way: 'resend'; readonly recipient: Named }
  | { readonly way: 'adopt'; readonly remoteId: string }

/** One way out for one receipt: each ends it otherwise. */
export function mendDeed(saleId: string, mending: Mending) {
  const { way } = mending
  const asked =
    way === 'resend' ? named(mending.recipient) : way === 'adopt' ? mending.remoteId : ''
  return { right: 'deletePending', subject: [way, saleId, asked].join(' ').trim() } as const
}

/** Voiding a vale, or taking it though the data were put back since it was given. */
export function valeDeed(what: 'void' | 'accept', number: number) {
  return { right: 'beyondLimits', subject: `vale ${what} ${number}` } as const
}

/**
 * A paper of a vale that whoever serves has not just given: it says the whole code, which is all a
 * thief needs, of any vale in the list. Who may only give back undoes the return and gives it
 * again.
 */
export function valeCopyDeed(number: number) {
  return { right: 'beyondLimits', subject: `vale ${number}` } as const
}

/**
 * What the terminal's paper says of a charge nobody knows the end of, or that its money went back
 * there.
 */
export function cardDeed(attemptId: string, said: boolean | 'back' | 'check', amountClp: number) {
  if (said === 'check')
    return { right: 'acceptDifference', subject: `card ${attemptId} checked`, amountClp } as const
  return said === 'back'
    ? ({ right: 'refund', subject: `card ${attemptId} back`, amountClp } as const)
    : ({
        right: 'acceptDifference',
        subject: `card ${attemptId} ${said ? 'charged' : 'not charged'}`,
        amountClp,
      } as const)
}

interface NewProduct {
  readonly code: string
  readonly name: string
  readonly unitGrossClp: number
  readonly isExempt: boolean
  readonly unit: string | null
}

/**
 * A product made at the counter, in the words whoever allows it reads. The price is part of the
 * name: a lower one is another product.
 */
export function productDeed({ code, name, unitGrossClp, isExempt, unit }: NewProduct) {
  const isPrice =
    Number.isSafeInteger(unitGrossClp) && unitGrossClp >= 0 && unitGrossClp <= AMOUNT_CLP_MAX
  const price = isPrice ? formatClp(clp(unitGrossClp)) : String(unitGrossClp)
  const per = unit === null ? price : `${price}/${unit}`
  const subject = [name, code, isExempt ? `${per}, exento` : per].join(' · ')
  return { right: 'freeLine', subject: subject.slice(0, SUBJECT_CHARS_MAX) } as const
}

/** With the payments that were taken for it; without a sum where there are none. */
export function discardingDeed({
  id,
  takenClp,
}: {
  readonly id: string
  readonly takenClp: number
}) {
  const amount = takenClp === 0 ? {} : { amountClp: takenClp }
  return { right: 'discardParked', subject: id, ...amount } as const
}
