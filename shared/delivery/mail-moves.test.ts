import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MAIL_STATES, mailMark } from './mail-moves.ts'

it('marks nothing where no e-mail is wanted', () => {
  expect([mailMark([]), mailMark(['dropped', 'dropped'])]).toEqual([null, null])
})

it('says what asks for a person before what still comes, and that before what is done', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...MAIL_STATES), { maxLength: 8 }), (states) => {
      const has = (...some: readonly string[]) => states.some((state) => some.includes(state))
      const mark = mailMark(states)
      if (has('failed', 'unknown')) expect(mark).toBe('failed')
      else if (has('waiting', 'queued', 'sending')) expect(mark).toBe('waiting')
      else expect(mark).toBe(has('sent') ? 'sent' : null)
      expect(mailMark(states.toReversed())).toBe(mark)
    }),
  )
})
