import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  afterOrder,
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
const OTHER_ID = `9${ID.slice(1)}`
const HERE = { remoteId: ID, folio: 7 }
const documentOf = (status: string, folio = 7, id = ID) =>
  answered(200, { id, number: folio, status })
const LATE_MS = 3_600_000

const answers: fc.Arbitrary<DeletionAnswer> = fc.oneof(
  fc.constantFrom<DeletionAnswer>({ kind: 'unsent' }, { kind: 'unanswered' }),
  fc.integer({ min: 100, max: 599 }).map((status) => answered(status)),
  fc
    .tuple(
      fc.constantFrom('PEN', 'EMS', 'APR', 'DELETED', '?'),
      ...[fc.constantFrom(7, 8), fc.constantFrom(ID, OTHER_ID)],
    )
    .map(([status, folio, id]) => documentOf(status, folio, id)),
)
const orders = fc.record({
  isFirst: fc.boolean(),
  sinceAskedMs: fc.constantFrom(0, LATE_MS),
  problem: fc.constantFrom(null, 'DELETE_GONE' as const, 'DELETE_NOT_ALLOWED' as const),
})

/** Of the look, of the path, of the order and of the look after it. */
type Seen = readonly [DeletionAnswer, DeletionAnswer, DeletionAnswer, DeletionAnswer]

/** As the till goes through them. */
function walked([first, path, order, last]: Seen): DeletionStep {
  const before = readLook(first, HERE)
  if (before !== 'pending') return before
  const found = readPath(path, ID)
  if (found !== 'pending') return found
  const done = readOrder(order, ID)
  return done === 'gone-out' || done === 'denied' || done === 'doubted'
    ? afterOrder(done, readLook(last, HERE))
    : done
}
const walks = fc.tuple(answers, answers, answers, answers)

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
  ['it says so of this one', documentOf('DELETED'), { state: 'done' }],
  ['it says so without its id', answered(200, { status: 'DELETED' }), { state: 'done' }],
  ['it says so of another one', documentOf('DELETED', 7, OTHER_ID), 'doubted'],
  ['it shows it as it stands', documentOf('PEN'), 'doubted'],
  ['a network answers with its own page', answered(200, '<html>'), 'doubted'],
  ['the key may not', answered(403), { problem: 'DELETE_NOT_ALLOWED' }],
])('an order where %s', (_, answer, step) => {
  const read = readOrder(answer, ID)
  if (typeof step === 'string') expect(read).toBe(step)
  else expect(read).toMatchObject(step)
})

it('that it has gone out is said where the service said so, or nothing at all is denied', () => {
  fc.assert(
    fc.property(walks, orders, (seen, order) => {
      const end = endOfDeletion(walked(seen), order)
      if (end === 'asked' || end.problem !== 'DELETE_NOT_PENDING') return
      const isSaid = seen[2].kind === 'answered' && seen[2].status === 409
      expect(isSaid || end.authorityStatus !== null).toBe(true)
    }),
  )
})

it('that nothing was deleted is said only where that is known', () => {
  fc.assert(
    fc.property(walks, orders, (seen, order) => {
      const step = walked(seen)
      const end = endOfDeletion(step, order)
      if (end === 'asked' || end.problem !== 'DELETE_NOT_NOW') return
      const wasSeen = readLook(seen[0], HERE) === 'pending'
      expect(wasSeen || order.problem !== 'DELETE_GONE').toBe(true)
      // Not first, an order of before may be on its way: then only a look after a refusal knows.
      expect(order.isFirst || typeof step !== 'string').toBe(true)
    }),
  )
})

it('what may have done it stays asked, and is done only by the word of the service', () => {
  fc.assert(
    fc.property(walks, orders, (seen, order) => {
      const step = walked(seen)
      const end = endOfDeletion(step, order)
      if (step === 'lost') expect(end).toBe('asked')
      if (end === 'asked' || end.state !== 'done') return
      const words = seen.map((each) => (each.kind === 'answered' ? each : null))
      const isDeleted = words.some(
        (each) => each?.bodyText.includes('DELETED') === true && each.bodyText.includes(ID),
      )
      const isMissing = readLook(seen[3], HERE) === 'missing'
      const isYes = Math.floor((words[2]?.status ?? 0) / 100) === 2
      expect(isDeleted || words[2]?.status === 204 || (isYes && isMissing)).toBe(true)
    }),
  )
})

it('what nobody finds is refused late, and stays so until it is seen', () => {
  for (const status of [404, 410]) expect(readLook(answered(status), HERE)).toBe('missing')
  const late = { isFirst: false, problem: null, sinceAskedMs: LATE_MS }
  expect(endOfDeletion('missing', late)).toMatchObject({ problem: 'DELETE_GONE' })
  expect(endOfDeletion('missing', { ...late, sinceAskedMs: 0 })).toBe('asked')
  const again = { isFirst: true, problem: 'DELETE_GONE' as const, sinceAskedMs: 0 }
  expect(endOfDeletion('unseen', again)).toMatchObject({ problem: 'DELETE_GONE' })
  expect(endOfDeletion('put-off', again)).toMatchObject({ problem: 'DELETE_NOT_NOW' })
})

it('a yes that is not about it is believed where it is not found, and by nothing less', () => {
  expect(afterOrder('doubted', 'missing')).toMatchObject({ state: 'done' })
  for (const look of ['pending', 'unseen', 'foreign'] as const)
    expect(afterOrder('doubted', look)).toBe('lost')
})

it('a document is told by its id, its folio and what became of it', () => {
  expect(readLook(documentOf('PEN'), HERE)).toBe('pending')
  expect(readLook(documentOf('DELETED', 7, OTHER_ID), HERE)).toBe('foreign')
  expect(readLook(documentOf('PEN', 8), HERE)).toMatchObject({ problem: 'DELETE_OTHER_DOCUMENT' })
  expect(readLook(documentOf('APR'), HERE)).toMatchObject({ authorityStatus: 'APR' })
  expect(readPath(documentOf('PEN', 7, OTHER_ID), ID)).toMatchObject({
    problem: 'DELETE_OTHER_DOCUMENT',
  })
  expect(readPath(answered(404), ID)).toBe('pending')
  expect(readPath(answered(503), ID)).toBe('put-off')
})
