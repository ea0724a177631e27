/** A change of document is offered only where the core would do it. */
import { expect, it } from 'vitest'
import { clp } from '#shared/money/clp.ts'
import { isChangeable } from '../actions/state-words.ts'

type Detail = NonNullable<Parameters<typeof isChangeable>[0]>
const PART = { netoClp: clp(84), ivaClp: clp(16), exentoClp: clp(0), totalClp: clp(100) }
const ISSUED: Detail = {
  issueState: 'numbered',
  deletion: null,
  documentType: '39',
  documentedBy: 'receipt',
  totalClp: clp(200),
  returnedClp: clp(0),
  authorityStatus: null,
  parts: [],
  changedTo: undefined,
}

it.each<[string, Partial<Detail>, boolean]>([
  ['a boleta', {}, true],
  [
    'a boleta that shares its sale with a voucher',
    {
      parts: [
        { ...PART, documentedBy: 'receipt', documentType: '39' },
        { ...PART, documentedBy: 'voucher', documentType: '39' },
      ],
    },
    false,
  ],
  ['what a voucher documents', { documentedBy: 'voucher', issueState: 'none' }, false],
  ['what came back in part', { returnedClp: clp(50) }, false],
])('of %s', (_what, changes, isOffered) => {
  expect(isChangeable({ ...ISSUED, ...changes })).toBe(isOffered)
})
