import { describe, expect, it } from 'vitest'
import { refusalTextOf } from './refusals-of-notes.ts'
import { namedInvoice } from './document-words.ts'
import { DEFAULT_LANGUAGE, LANGUAGE_IDS } from './languages.ts'
import { wordsOf } from './core-words.ts'
import { refusal, refusalText, type RefusalCode } from './refusals.ts'

const codes = Object.keys(wordsOf(DEFAULT_LANGUAGE).refusals) as RefusalCode[]
const refused = refusal('DOCUMENT_REFUSED', null, { detail: 'la boleta $1 no cuadra' })

describe('refusals of notes', () => {
  it('a debit or credit note is called by its name, and what the service said is left as it is', () => {
    expect(refusalTextOf(refused, wordsOf('es'), '56')).toBe(
      'El servicio rechazó la nota de débito: la boleta $1 no cuadra. La venta y el pago quedan guardados.',
    )
    expect(refusalTextOf(refused, wordsOf('es'), '61')).toContain(
      'rechazó la nota de crédito: la boleta $1',
    )
    expect(refusalTextOf(refusal('RECEIPT_NOT_ISSUED'), wordsOf('es'), '56')).toBe(
      'La nota de débito aún no tiene folio. Se imprimirá sola cuando lo tenga.',
    )
    expect(refusalTextOf(refusal('POISON'), wordsOf('en'), '56')).toContain(
      'each time it gets this debit note',
    )
  })

  it('what waits for its credit note does not speak of a receipt that was returned', () => {
    for (const code of [
      'RETURN_ORIGINAL_STUCK',
      'RETURN_ORIGINAL_DELETED',
      'DELETE_RETURN',
      'RETURN_OF_RETURN',
    ] as const) {
      expect(refusalTextOf(refusal(code), wordsOf('es'), '56')).not.toBe(
        refusalText(refusal(code), wordsOf('es')),
      )
      expect(refusalTextOf(refusal(code), wordsOf('es'), '61')).toBe(
        refusalText(refusal(code), wordsOf('es')),
      )
    }
    expect(refusalTextOf(refusal('RETURN_ORIGINAL_STUCK'), wordsOf('es'), '56')).toMatch(
      /^La nota de crédito que se anula/,
    )
  })

  it('a receipt keeps its own words, in every language', () => {
    for (const code of codes) {
      for (const type of ['39', '41']) {
        for (const language of LANGUAGE_IDS) {
          expect(refusalTextOf(refusal(code), wordsOf(language), type)).toBe(
            refusalText(refusal(code), wordsOf(language)),
          )
        }
      }
    }
  })
  it('an invoice is called one, also where it is still sold with and by its article', () => {
    const said = (code: RefusalCode, language: 'es' | 'en' = 'es') =>
      refusalTextOf(refusal(code), wordsOf(language), '33')
    expect(said('RETURN_ALL_DONE')).toBe('Esta factura ya se devolvió completa.')
    expect(said('RECEIPT_NOT_ISSUED')).toMatch(/^La factura aún no tiene folio/)
    expect(said('DELETE_NOT_PENDING', 'en')).toMatch(/^The invoice /)
    expect(refusalTextOf(refused, wordsOf('es'), '34')).toContain(
      'rechazó la factura: la boleta $1',
    )
  })

  it('a sentence of the screen says invoice too, but not of a gift receipt', () => {
    expect(namedInvoice('Save a receipt. A gift receipt. See receipts.', '33', wordsOf('en'))).toBe(
      'Save an invoice. A gift receipt. See receipts.',
    )
    expect(namedInvoice('Ver boleta, en Boletas', '34', wordsOf('es'))).toBe(
      'Ver factura, en Boletas',
    )
    expect(namedInvoice('Ver boleta', '39', wordsOf('es'))).toBe('Ver boleta')
  })
})
