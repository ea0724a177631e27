import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { IsoDate } from '#shared/core/brand.ts'
import type { ReceiptDetail } from '#shared/receipts/views.ts'
import { fold } from '#shared/catalogue/search-words.ts'
import { parseReceiptQuery, type ReceiptQuery } from '#shared/selling/sale/receipt-search.ts'
import { databasePerTest } from '../../../test/support/database-per-test.ts'
import { createReceiptFinder } from './find-receipts.ts'

const kept = databasePerTest()

/** As the core's indexes answer: a number, a day, a RUT, or words that begin those of one row. */
function isAnswer(query: ReceiptQuery, receipt: ReceiptDetail): boolean {
  const { folio, totalClp, documentType, date, customer, externalReference, lines } = receipt
  const isNumber =
    query.wholeNumber !== null &&
    (query.documentType === null
      ? folio === query.wholeNumber || totalClp === query.wholeNumber
      : folio === query.wholeNumber && documentType === query.documentType)
  const rows = [
    `${externalReference} ${customer?.legalName ?? ''}`,
    ...lines.map(({ name, code }) => `${name} ${code}`),
  ]
  return (
    isNumber ||
    date === query.date ||
    (customer !== null && customer.rut === query.rut) ||
    (query.words.length > 0 && rows.some((row) => hasWords(row, query.words)))
  )
}

function hasWords(row: string, words: readonly string[]): boolean {
  const there = fold(row).split(/[^a-z0-9]+/)
  return words.every((word) => there.some((each) => each.startsWith(fold(word))))
}

function addSale(seq: number, name: string, isPending: boolean): void {
  kept.db
    .prepare(`INSERT INTO sale (seq, id, external_reference, document_type, date, sold_at_ms, register_name, cashier_name, recipient_rut, recipient_name,
    neto_clp, exento_clp, iva_clp, total_clp, sold_offline) VALUES (@seq, @id, @id, '39', '2026-11-21', 1, '1', 'Ana', '66666666-6', '', 1000, 0, 190, 1190, 0)`)
    .run({ seq, id: `S${seq}` })
  kept.db
    .prepare(`INSERT INTO sale_line (sale_id, line_number, code, name, quantity_milli, unit_gross_clp, discount_clp, gross_clp, is_exempt)
    VALUES (?, 1, '101', ?, 1000, 1190, 0, 1190, 0)`)
    .run(`S${seq}`, name)
  kept.db
    .prepare(`INSERT INTO receipt (sale_id, seq, external_reference, document_type, body, body_sha256, issue_state, remote_id, folio)
    VALUES (@id, @seq, @id, '39', x'', '', @state, @id, @folio)`)
    .run({
      id: `S${seq}`,
      seq,
      state: isPending ? 'queued' : 'numbered',
      folio: isPending ? null : seq,
    })
}

it('finds what is pending among what is not, the neighbours and the straggler of months ago, the newest first', () => {
  addSale(1, 'Mantequilla', true)
  addSale(2, 'Pan amasado', true)
  // More issued ones between two waiting ones than are looked at together.
  kept.db.transaction(() => {
    for (let seq = 10_000; seq < 10_450; seq += 1)
      addSale(seq, 'Mantequilla', seq === 10_001 || seq === 10_430)
  })()
  addSale(10_450, 'Pan amasado', true)
  const find = createReceiptFinder(kept.db)
  const page = { before: Number.MAX_SAFE_INTEGER, limit: 40, onlyPending: true }
  const asked = {
    wholeNumber: null,
    documentType: null,
    date: null,
    rut: null,
    words: ['mantequi'],
  }
  expect(find(asked, page)).toEqual([10_430, 10_001, 1])
  expect(find(asked, { ...page, before: 10_430, limit: 1 })).toEqual([10_001])
  expect(find({ ...asked, words: ['pan', 'ama'] }, page)).toEqual([10_450, 2])
  expect(find({ ...asked, words: [], wholeNumber: 1190 }, page)).toEqual([
    10_450, 10_430, 10_001, 2, 1,
  ])
  expect(find({ ...asked, words: [], wholeNumber: 10_003 }, page)).toEqual([])
  const byFolio = { ...asked, words: [], wholeNumber: 10_003 }
  expect(
    ['39', '41', null].map((documentType) =>
      find({ ...byFolio, documentType: documentType as never }, { ...page, onlyPending: false }),
    ),
  ).toEqual([[10_003], [], [10_003]])
})

it('finds long beginnings with and without accents, also where more words begin so than are asked for one by one', () => {
  addSale(1, 'Mantequilla con sal', false)
  addSale(2, 'MANTEQUÍLLAS', false)
  addSale(3, 'Mantecado', false)
  kept.db.transaction(() => {
    for (let seq = 10; seq < 130; seq += 1) addSale(seq, `Repuesto repuesto${seq}`, false)
  })()
  const find = createReceiptFinder(kept.db)
  const words = (...asked: string[]) =>
    find(
      { wholeNumber: null, documentType: null, date: null, rut: null, words: asked },
      { before: Number.MAX_SAFE_INTEGER, limit: 200, onlyPending: false },
    )
  expect(words('mantequ')).toEqual([2, 1])
  expect(words('Mantequíllas')).toEqual([2])
  expect(words('mantequilla', 'sal')).toEqual([1])
  expect(words('mantequillas', 'sal')).toEqual([])
  expect(words('mantequillon')).toEqual([])
  expect(words('repuesto')).toHaveLength(120)
  expect(words('repuesto12')).toEqual([129, 128, 127, 126, 125, 124, 123, 122, 121, 120, 12])
})

it('answers as the search over receipts in memory does, whatever is typed', () => {
  const names = ['Pan amasado', 'Mantequilla con sal', 'Mantecado', 'Ñoquis 1190', 'pañal 12345678']
  const receipts = names.map((name, index) => {
    addSale(index + 1, name, index % 2 === 0)
    return {
      folio: index % 2 === 0 ? null : index + 1,
      totalClp: 1190,
      documentType: '39',
      date: '2026-11-21',
      customer: null,
      externalReference: `S${index + 1}`,
      lines: [{ name, code: '101' }],
    } as unknown as Parameters<typeof isAnswer>[1]
  })
  const find = createReceiptFinder(kept.db)
  const word = fc.constantFrom(
    'pan',
    'MANT',
    'mantequi',
    'sal',
    'ñoq',
    'noquis',
    'panal',
    'teca',
    's3',
  )
  const typed = fc.oneof(
    fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
    fc.constantFrom('2', '4', '7', '$1.190', 'afecta 4', 'exenta 4', '21-11', '20-11', '12345678'),
    fc.constantFrom('66.666.666-6', '101', '5'),
  )
  fc.assert(
    fc.property(typed, (text) => {
      const query = parseReceiptQuery(text, '2026-11-21' as IsoDate)
      if (query === null) throw new Error('something is asked')
      const found = find(query, { before: 100, limit: 100, onlyPending: false })
      const expected = receipts.flatMap((receipt, at) => (isAnswer(query, receipt) ? at + 1 : []))
      expect([...found].sort((a, b) => a - b)).toEqual(expected)
    }),
  )
})
