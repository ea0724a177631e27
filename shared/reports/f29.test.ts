import { expect, it } from 'vitest'
import { clp } from '../money/clp.ts'
import { f29Fields, type StandingDocuments } from './f29.ts'

const documents = (
  documentType: StandingDocuments['documentType'],
  documentedBy: StandingDocuments['documentedBy'],
  [count, netoClp, ivaClp, exentoClp]: readonly [number, number, number, number],
): StandingDocuments => ({
  documentType,
  documentedBy,
  count,
  netoClp: clp(netoClp),
  ivaClp: clp(ivaClp),
  exentoClp: clp(exentoClp),
  totalClp: clp(netoClp + ivaClp + exentoClp),
})

it('says what goes into each field: the IVA and never the total, what comes back as well', () => {
  const lines = [
    documents('33', 'receipt', [1, 10_000, 1_900, 0]),
    documents('39', 'receipt', [34, 100_000, 19_000, 500]),
    documents('39', 'voucher', [9, 50_000, 9_500, 70]),
    documents('41', 'receipt', [2, 0, 0, 2_000]),
    documents('41', 'voucher', [3, 0, 0, 30]),
    documents('61', 'receipt', [4, 1_000, 190, 5]),
    documents('61', 'voucher', [1, 100, 19, 1]),
  ]
  expect(f29Fields(lines).map(({ code, what, value }) => [code, what, value])).toEqual([
    [586, 'count', 5],
    [142, 'exempt', 2_594],
    [503, 'count', 1],
    [502, 'iva', 1_900],
    [110, 'count', 34],
    [111, 'iva', 19_000],
    [758, 'count', 9],
    [759, 'iva', 9_481],
    [509, 'count', 4],
    [510, 'iva', 190],
  ])
})

it('has no field for nothing', () => {
  expect(f29Fields([])).toEqual([])
  expect(f29Fields([documents('39', 'receipt', [1, 3, 0, 0])])).toMatchObject([{ code: 110 }])
})
