import { describe, expect, it } from 'vitest'
import { printerPaper, printerToChoose, type PrinterFacts } from './printer-paper.ts'

/** What a till says of a shop that has chosen none. */
const NOT_CHOSEN = 'virtual-80'
const printed = { printerId: 'usb', isRefused: false }
const refused = { printerId: 'usb', isRefused: true }
const facts = (changes: Partial<PrinterFacts>): PrinterFacts => ({
  ...{ known: ['usb', 'net'], chosenId: NOT_CHOSEN, tested: null, isDone: false },
  ...changes,
})

describe('the printer’s step', () => {
  it.each([
    ['while printers are looked for', { known: null, tested: printed }, 'looking'],
    ['without any printer, whatever was tested before', { known: [], tested: printed }, 'none'],
    ['without any printer, also where one was chosen', { known: [], chosenId: 'usb' }, 'none'],
    ['with some found and none chosen', {}, 'unchosen'],
    ['with one chosen', { chosenId: 'usb' }, 'asked'],
    ['after a test page, chosen or not', { tested: printed }, 'asked'],
    ['after a test page it refused', { chosenId: 'usb', tested: refused }, 'failed'],
    ['done before', { chosenId: 'usb', isDone: true }, 'done'],
    ['done before and tried again', { chosenId: 'usb', isDone: true, tested: refused }, 'failed'],
  ] as const)('%s', (_, changes, paper) => {
    expect(printerPaper(facts(changes))).toBe(paper)
  })

  it('chooses the printer whose paper came out, and never another than the chosen one', () => {
    expect(printerToChoose(facts({ tested: printed }))).toBe('usb')
    expect(printerToChoose(facts({ known: ['net'] }))).toBe('net')
    expect(printerToChoose(facts({}))).toBeNull()
    expect(printerToChoose(facts({ chosenId: 'net', tested: printed }))).toBeNull()
    expect(printerToChoose(facts({ known: ['net'], tested: printed }))).toBeNull()
    expect(printerToChoose(facts({ known: null, tested: printed }))).toBeNull()
  })
})
