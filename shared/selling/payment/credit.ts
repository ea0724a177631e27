/**
 * A credit note as payment: the value of a return, kept at the till that gave it. Whoever wants to
 * pay with one names it; nobody is shown which there are. Its buyer spends it alone; for what
 * belongs to nobody by name, and for cash out of it, somebody answers who may give money back.
 */
import type { EpochMs, SaleId } from '../../core/brand.ts'
import type { Clp } from '../../money/clp.ts'
import { isCredit } from './payment-method.ts'
import type { Payment } from './payment.ts'
import { ANONYMOUS_RUT, parseRut, type Rut } from '../../rut/rut.ts'

/** The value of a return as the till knows it. */
export interface Credit {
  readonly creditId: SaleId
  /** `Nota de crédito N° 12`, as a payment names it. */
  readonly name: string
  /** What sales have left of it. */
  readonly balanceClp: Clp
  /** Whom it was given to; null where the return names nobody. */
  readonly buyerRut: Rut | null
}

/** The same, as it crosses the bridge. */
export interface CreditView extends Credit {
  readonly givenAt: EpochMs
}

/** Longest name of a note: a scanner reads the whole stamp of its paper. */
export const NOTE_NAME_CHARS_MAX = 2_000
const REFERENCE_CHARS_MIN = 6
const FOLIO_DIGITS_MAX = 10
/** The shortest that a person or a company still has. */
const RUT_CHARS_MIN = 8

/** How a note is named: by its number, by whoever it was given to, or by its paper's reference. */
export type NoteName =
  | { readonly kind: 'folio'; readonly folio: number }
  | { readonly kind: 'buyer'; readonly rut: Rut }
  | { readonly kind: 'reference'; readonly reference: string }

/** The number of the note whose stamp a scanner has read; null for any other code. */
export function scannedNote(text: string): string | null {
  return /<TD>61<\/TD>\s*<F>(\d+)<\/F>/.exec(text)?.[1] ?? null
}

/**
 * What was typed, or read by a scanner, as the name of a note; null where it names none. So many
 * digits with a right check digit are a RUT: no till gives ten million notes.
 */
export function readNoteName(typed: string): NoteName | null {
  const text = typed.trim()
  const rut = text.length >= RUT_CHARS_MIN ? parseRut(text) : null
  if (rut?.ok === true) return { kind: 'buyer', rut: rut.value }
  const number =
    scannedNote(text) ?? /^(?:nota de cr[eé]dito)?\s*(?:n[°º.]*)?\s*(\d+)$/i.exec(text)?.[1]
  if (number !== undefined && number.length <= FOLIO_DIGITS_MAX)
    return { kind: 'folio', folio: Number(number) }
  const reference = text.toUpperCase()
  const isReference = /^[0-9A-Z-]+$/.test(reference) && reference.length >= REFERENCE_CHARS_MIN
  return isReference ? { kind: 'reference', reference } : null
}

/** Nobody's RUT is a buyer. */
export function buyerOfNote(recipientRut: string): Rut | null {
  const rut = parseRut(recipientRut)
  return rut.ok && rut.value !== ANONYMOUS_RUT ? rut.value : null
}

/** A note that pays in a sale. */
export interface NoteSpent {
  readonly creditId: SaleId
  readonly name: string
  /** Taken off it: what it pays, and what is handed over of the rest. */
  readonly takenClp: Clp
  /** Handed over in cash. */
  readonly cashClp: Clp
  readonly buyerRut: Rut | null
}

export function notesSpent(
  payments: readonly Payment[],
  creditOf: (creditId: string) => Credit | null,
): NoteSpent[] {
  return payments.flatMap(({ method, name, creditId, tenderedClp, changeClp }) =>
    creditId !== undefined && isCredit({ id: method })
      ? [
          {
            creditId,
            name,
            takenClp: tenderedClp,
            cashClp: changeClp,
            buyerRut: creditOf(creditId)?.buyerRut ?? null,
          },
        ]
      : [],
  )
}

/**
 * A sale for cash could be rung as somebody's note, and the cash be kept: so a note pays alone only
 * what its own buyer buys, by name, and never in cash.
 */
export function asksForRefundRight(
  { cashClp, buyerRut }: Pick<NoteSpent, 'cashClp' | 'buyerRut'>,
  saleBuyerRut: string,
): boolean {
  return cashClp > 0 || buyerRut === null || buyerRut !== buyerOfNote(saleBuyerRut)
}
