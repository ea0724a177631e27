import { describe, expect, it } from 'vitest'
import { canMove, STORED_ISSUE_STATES, statesBefore } from './issue-moves.ts'

describe('the life of a receipt', () => {
  it('ends with its folio: nothing leads away from there', () => {
    for (const to of STORED_ISSUE_STATES) expect(canMove('numbered', to), to).toBe(false)
  })

  it('leads to the service only from the queue', () => {
    expect(STORED_ISSUE_STATES.filter((from) => canMove(from, 'sending'))).toEqual(['queued'])
  })

  it('leads to its folio from everywhere, because a late answer names what is there', () => {
    expect(statesBefore('numbered')).toEqual(STORED_ISSUE_STATES)
  })

  it('leads to a search only where something may be at the service', () => {
    expect(canMove('queued', 'reconciling')).toBe(false)
    expect(canMove('accepted', 'reconciling')).toBe(false)
  })
})
