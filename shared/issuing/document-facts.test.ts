import { describe, expect, it } from 'vitest'
import {
  compareDocument,
  isProvenById,
  readDocument,
  type DocumentFacts,
  type Likeness,
} from './document-facts.ts'
import { fingerprintOfBody } from './recovery.ts'

const ID = '3f2b8c1e-7f0a-4a4e-9a51-0c1d2e3f4a5b'
const read = (body: unknown): DocumentFacts => {
  const facts = readDocument(body)
  if (facts === null) throw new Error('no document')
  return facts
}

it('reads documents leniently', () => {
  expect(
    read({
      id: ID,
      number: 12,
      status: 'WHATEVER',
      total: 990,
      external_reference: 'P1-X',
      invoice_type: 39,
    }),
  ).toEqual({
    remoteId: ID,
    folio: 12,
    status: 'WHATEVER',
    totalClp: 990,
    externalReference: 'P1-X',
    documentType: '39',
    date: null,
    lineCount: null,
    isTrial: null,
  })
  expect(read({ id: ID, number: null })).toMatchObject({ folio: null, status: null })
  expect(
    read({
      result: { id: 4711, number: '12', total: '990.00', invoice_date: '2026-11-20T03:00:00Z' },
    }),
  ).toMatchObject({ remoteId: '4711', folio: 12, totalClp: 990, date: '2026-11-20' })
  expect(read({ id: ID, is_test: true })).toMatchObject({ isTrial: true })
  expect(read({ id: ID, is_test: 'no' })).toMatchObject({ isTrial: null })
  expect(readDocument({ number: 12 })).toBeNull()
  expect(readDocument({ data: [{ id: ID }] })).toBeNull()
  expect(readDocument('nonsense')).toBeNull()
})

describe('the document of an answer, beside ours', () => {
  const body = {
    external_reference: 'P1-A',
    invoice_type: '39',
    invoice_date: '2026-11-20',
    items: [{}, {}],
    totals: { total: 990 },
  }
  const ours = fingerprintOfBody(JSON.stringify(body))
  const theirs = {
    id: 'x',
    external_reference: 'P1-A',
    invoice_type: 39,
    invoice_date: '2026-11-20',
    items: [{}, {}],
    total: 990,
  }
  it.each<[string, object, Likeness]>([
    ['equal', {}, 'same'],
    [
      'equal, and silent about its lines and its day',
      { items: undefined, invoice_date: undefined },
      'same',
    ],
    ['another reference', { external_reference: 'P1-B' }, 'other'],
    ['another reference for the same total', { external_reference: 'P1-B', total: 990 }, 'other'],
    ['another type', { invoice_type: 41 }, 'collision'],
    ['another day', { invoice_date: '2026-11-21' }, 'collision'],
    ['another total', { total: 991 }, 'collision'],
    ['another number of lines', { items: [{}] }, 'collision'],
    ['no reference', { external_reference: null }, 'unproven'],
    ['an empty reference, and another total', { external_reference: '', total: 991 }, 'other'],
    ['no total', { total: undefined }, 'unproven'],
    ['a type in letters', { invoice_type: 'BEL' }, 'unproven'],
  ])('%s', (_, change, verdict) =>
    expect(compareDocument(read({ ...theirs, ...change }), ours)).toBe(verdict),
  )

  it('is proven by the id it was asked for when it tells its reference, or its type and total', () => {
    const proven = (change: object) => {
      const facts = read({ ...theirs, ...change })
      return isProvenById(facts, compareDocument(facts, ours))
    }
    const silent = { external_reference: null }
    expect(
      [{}, { total: undefined }, silent, { ...silent, total: undefined }, { total: 1 }].map(proven),
    ).toEqual([true, true, true, false, false])
  })
})
