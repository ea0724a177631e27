import { expect, it } from 'vitest'
import { issueTone, shownState } from './state-words.ts'

const WAITING = { issueState: 'queued', deletion: null, authorityStatus: null } as const

it('a receipt sent to a service or company of before says so in the list, until it has a folio', () => {
  const held = { ...WAITING, lastErrorCode: 'SERVICE_CHANGED' }
  expect(shownState(held)).toBe('elsewhere')
  expect(issueTone('elsewhere')).toBe('bad')
  expect(shownState({ ...held, deletion: 'asked' })).toBe('deleting')
  expect(shownState({ ...held, issueState: 'numbered' })).toBe('numbered')
  expect(shownState({ ...WAITING, lastErrorCode: 'SERVICE_ERROR' })).toBe('queued')
})
