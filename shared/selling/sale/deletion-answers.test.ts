import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  afterDenied,
  endOfDeletion,
  readLook,
  readOrder,
  readPath,
  type DeletionAnswer,
  type DeletionStep,
} from './deletion-answers.ts'

const ID = '3f2b8c1e-7f0a-4a4e-9a51-0c1d2e3f4a5b'
const answered = (status: number, body: unknown = {}): DeletionAnswer => ({
  ...{ kind: 'answered', status, bodyText: JSON.stringify(body) },
})
const documentOf = (status: string, folio = 7, id = ID) =>
  answered(200, { id, number: folio, status })
const LATE_MS = 3_600_000

const answers: fc.Arbitrary<DeletionAnswer> = fc.oneof(
  fc.constantFrom<DeletionAnswer>({ kind: 'unsent' }, { kind: 'unanswered' }),
  fc.integer({ min: 100, max: 599 }).map((status) => answered(status)),
  fc
    .tuple(fc.constantFrom('PEN', 'EMS', 'APR', 'DELETED', '?'), fc.constantFrom(7, 8))
    .map(([status, folio]) => documentOf(status, folio)),
)
const orders = fc.record({
  isFirst: fc.boolean(),
  problem: fc.constantFrom(null, 'DELETE_GONE' as const, 'DELETE_NOT_ALLOWED' as const),
})

/** Of the look, of the path, of the order and of the look after it. */
type Seen = readonly [DeletionAnswer, DeletionAnswer, DeletionAnswer, DeletionAnswer]

/** As the till goes through them. */
function walked([first, path, order, last]: Seen, sinceMs: number): DeletionStep {
  const before = readLook(first, 7, sinceMs)
  if (before !== 'pending') return before
  const found = readPath(path, ID)
  if (found !== 'pending') return found
  const done = readOrder(order)
  return done === 'gone-out' || done === 'denied'
    ? afterDenied(done, readLook(last, 7, sinceMs))
    : done
}
const walks = fc.tuple(fc.tuple(answers, answers, answers, answers), fc.constantFrom(0, LATE_MS))

it.each([
  ['its answer is lost', { kind: 'unanswered' as const }, 'lost'],
  ['it fails', answered(500), 'lost'],
  ['it waited too long for the order', answered(408), 'lost'],
  ['it is too early', answered(425), 'put-off'],
  ['it is asked too often', answered(429), 'put-off'],
  ['it sends elsewhere', answered(308), 'put-off'],
  ['nothing got out', { kind: 'unsent' as const }, 'put-off'],
  ['it is not pending', answered(409), 'gone-out'],
  ['it does not take such an order', answered(405), 'denied'],
  ['it did', answered(204), { state: 'done' }],
  ['the key may not', answered(403), { problem: 'DELETE_NOT_ALLOWED' }],
])('an order where %s', (_, answer, step) => {
  const read = readOrder(answer)
  if (typeof step === 'string') expect(read).toBe(step)
  else expect(read).toMatchObject(step)
})

it('that it has gone out is said where the service said so, or nothing at all is denied', () => {
  fc.assert(
    fc.property(walks, orders, ([seen, sinceMs], order) => {
      const end = endOfDeletion(walked(seen, sinceMs), order)
      if (end === 'asked' || end.problem !== 'DELETE_NOT_PENDING') return
      const isSaid = seen[2].kind === 'answered' && seen[2].status === 409
      expect(isSaid || end.authorityStatus !== null).toBe(true)
    }),
  )
})

it('that nothing was deleted is said only where that is known', () => {
  fc.assert(
    fc.property(walks, orders, ([seen, sinceMs], order) => {
      const step = walked(seen, sinceMs)
      const end = endOfDeletion(step, order)
      if (end === 'asked' || end.problem !== 'DELETE_NOT_NOW') return
      const wasSeen = readLook(seen[0], 7, sinceMs) === 'pending'
      expect(wasSeen || order.problem !== 'DELETE_GONE').toBe(true)
      // Not first, an order of before may be on its way: then only a look after a refusal knows.
      expect(order.isFirst || typeof step !== 'string').toBe(true)
    }),
  )
})

it('what may have done it stays asked, and is done only by the word of the service', () => {
  fc.assert(
    fc.property(walks, orders, ([seen, sinceMs], order) => {
      const step = walked(seen, sinceMs)
      const end = endOfDeletion(step, order)
      if (step === 'lost') expect(end).toBe('asked')
      if (end === 'asked' || end.state !== 'done') return
      const words = seen.map((each) => (each.kind === 'answered' ? each : null))
      const isDeleted = words.some((each) => each?.bodyText.includes('DELETED'))
      expect(isDeleted || Math.floor((words[2]?.status ?? 0) / 100) === 2).toBe(true)
    }),
  )
})

it('what nobody finds is refused late, and stays so until it is seen', () => {
  for (const status of [404, 410]) {
    expect(readLook(answered(status), 7, 0)).toBe('unseen')
    expect(readLook(answered(status), 7, LATE_MS)).toMatchObject({ problem: 'DELETE_GONE' })
  }
  const again = { isFirst: true, problem: 'DELETE_GONE' as const }
  expect(endOfDeletion('unseen', again)).toMatchObject({ problem: 'DELETE_GONE' })
  expect(endOfDeletion('put-off', again)).toMatchObject({ problem: 'DELETE_NOT_NOW' })
})

it('a document is told by its id, its folio and what became of it', () => {
  expect(readLook(documentOf('PEN'), 7, 0)).toBe('pending')
  expect(readLook(documentOf('PEN', 8), 7, 0)).toMatchObject({ problem: 'DELETE_OTHER_DOCUMENT' })
  expect(readLook(documentOf('APR'), 7, 0)).toMatchObject({ authorityStatus: 'APR' })
  expect(readPath(documentOf('PEN', 7, `9${ID.slice(1)}`), ID)).toMatchObject({
    problem: 'DELETE_OTHER_DOCUMENT',
  })
  expect(readPath(answered(404), ID)).toBe('pending')
  expect(readPath(answered(503), ID)).toBe('put-off')
})
