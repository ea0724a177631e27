import { expect, it } from 'vitest'
import { deletionProblemOf, issueTone, shownState, stateTextOf } from './state-words.ts'

const WAITING = { issueState: 'queued', deletion: null, authorityStatus: null } as const

it('a receipt sent to a service or company of before says so in the list, until it has a folio', () => {
  const held = { ...WAITING, lastErrorCode: 'SERVICE_CHANGED' }
  expect(shownState(held)).toBe('elsewhere')
  expect(issueTone('elsewhere')).toBe('bad')
  expect(shownState({ ...held, deletion: 'asked' })).toBe('deleting')
  expect(shownState({ ...held, issueState: 'numbered' })).toBe('numbered')
  expect(shownState({ ...WAITING, lastErrorCode: 'SERVICE_ERROR' })).toBe('queued')
})

it('what was set aside there waits for nobody, and says so', () => {
  const held = { documentType: '39', setAsideReason: null } as const
  expect(stateTextOf(held, 'elsewhere')).toBe('issue.elsewhere.text')
  const aside = { ...held, setAsideReason: 'proveedor anterior' }
  expect(stateTextOf(aside, 'elsewhere')).toBe('issue.elsewhere.aside')
  expect(stateTextOf(aside, 'rejected')).toBe('issue.rejected.text')
  expect(stateTextOf({ ...aside, documentType: '61' }, 'elsewhere')).toBe('issue.elsewhere.aside')
  expect(stateTextOf({ ...held, documentType: '56' }, 'queued')).toBe('returns.debitQueued')
})

it('a deletion that was refused says why, until the receipt came back another way', () => {
  const deletionNote = {
    reason: 'x',
    askedBy: 'A',
    askedAt: 0 as never,
    problemCode: 'DELETE_GONE',
  }
  const refused = { deletion: 'refused', deletionNote, returnedClp: 0 as never } as const
  expect(deletionProblemOf(refused)).toBe('DELETE_GONE')
  expect(deletionProblemOf({ ...refused, deletion: 'asked' })).toBeNull()
  expect(deletionProblemOf({ ...refused, returnedClp: 990 as never })).toBeNull()
  expect(deletionProblemOf({ ...refused, deletion: null, deletionNote: null })).toBeNull()
})
