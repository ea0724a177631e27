import { describe, expect, it } from 'vitest'
import { afterWord, canMove, PAPER_WORDS, STORED_PRINT_STATES } from './print-moves.ts'

describe('the life of a paper', () => {
  it('never leads from where bytes may be out back into the line, except by the printer or the disk saying that none is', () => {
    for (const from of ['sent', 'unknown', 'dropped'] as const) {
      for (const to of ['waiting', 'queued', 'printing', 'held', 'asking'] as const)
        expect(canMove(from, to), `${from} ${to}`).toBe(false)
    }
  })

  it('lets a person say only what answers the question, and only along the table', () => {
    for (const state of STORED_PRINT_STATES) {
      for (const word of PAPER_WORDS) {
        const to = afterWord(state, word)
        if (to !== null) expect(canMove(state, to), `${state} ${word}`).toBe(true)
      }
    }
    expect(
      STORED_PRINT_STATES.filter((state) =>
        PAPER_WORDS.some((word) => afterWord(state, word) !== null),
      ),
    ).toEqual(['asking', 'unknown', 'failed'])
  })
})
