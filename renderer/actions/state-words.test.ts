import { expect, it } from 'vitest'
import { issueTone, shownState, stateTextOf } from './state-words.ts'

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
