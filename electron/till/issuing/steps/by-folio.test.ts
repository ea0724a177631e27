/** What a read of a trial's type and folio says of whose document it is. */
import { expect, it } from 'vitest'
import { answered } from '../../../../test/support/service-answers.ts'
import { UNREACHABLE } from '../../../../test/support/till-fixture.ts'
import { leadIn } from './by-folio.ts'

const TRIAL = { documentType: '39', folio: 1, remoteId: 'A-1', isOver: 0 } as const
const OVER = { ...TRIAL, isOver: 1 } as const

it.each([
  ['its own', answered(200, { id: 'A-1' }), 'own', 'own'],
  ['another', answered(200, { id: 'B-1' }), 'other', 'other'],
  ['nothing', answered(404, {}), 'other', 'other'],
  ['none any more', answered(410, {}), 'other', 'other'],
  ['a page', answered(200, '<html>'), 'untold', 'untold'],
  ['trouble', answered(500, {}), 'untold', 'untold'],
  ['no answer', UNREACHABLE, 'untold', 'untold'],
  // Without a document that counts it can be no other; with one nobody knows.
  ['a path that is not read', answered(405, {}), 'own', 'other'],
  ['a path that is not made', answered(501, {}), 'own', 'other'],
])('leads to %s', (_, outcome, before, after) => {
  expect([leadIn(outcome, TRIAL), leadIn(outcome, OVER)]).toEqual([before, after])
})
