/** A long list is of one question and one state: nothing of an older one stays in it. */
import { expect, it } from 'vitest'
import { ok } from '#shared/core/result.ts'
import type { FeedEvent } from '#shared/bridge/views.ts'
import { createListStore, LIST_PAGE_ROWS } from './list-store.ts'

const ROWS = 250

function list() {
  let prefix = ''
  const asked: number[] = []
  const store = createListStore<{ readonly text: string }, string>({
    first: { text: '' },
    read: async ({ text, offset, limit }) => {
      asked.push(offset)
      const count = Math.max(0, Math.min(limit, ROWS - offset))
      const rows = Array.from({ length: count }, (_, at) => `${prefix}${text}${offset + at}`)
      return ok({ rows, total: ROWS })
    },
    concerns: () => true,
  })
  store.getState().setShown(true)
  return { store, asked, change: (next: string) => (prefix = next) }
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

it('keeps no row of the question before, and wants what is in sight anew', async () => {
  const { store, asked } = list()
  await settled()
  store.getState().want(190, 205)
  await settled()
  const before = store.getState()
  store.getState().ask({ text: 'x' })
  await settled()
  // Whoever looks hears that there is another turn, and says again what is in sight.
  expect(store.getState().turn).toBeGreaterThan(before.turn)
  expect(store.getState().questions).toBe(before.questions + 1)
  store.getState().want(190, 205)
  await settled()
  const rows = [...store.getState().rows.values()]
  expect(rows.filter((row) => !row.startsWith('x'))).toEqual([])
  expect(new Set(rows).size).toBe(rows.length)
  expect(asked.slice(-2)).toEqual([LIST_PAGE_ROWS, 2 * LIST_PAGE_ROWS])
})

it('what has changed is read anew in sight, and out of it is not there until it is wanted', async () => {
  const { store, change } = list()
  await settled()
  store.getState().want(205, 215)
  await settled()
  change('new ')
  store.getState().hear({ kind: 'catalogue' } as FeedEvent)
  await settled()
  expect(store.getState().rows.get(205)).toBe('new 205')
  expect(store.getState().rows.get(50)).toBeUndefined()
  // A neighbour of what is open is read without becoming what is in sight.
  store.getState().need(99, 101)
  await settled()
  expect([99, 100, 101].map((at) => store.getState().rows.get(at))).toEqual([
    'new 99',
    'new 100',
    'new 101',
  ])
  change('newer ')
  store.getState().hear({ kind: 'catalogue' } as FeedEvent)
  await settled()
  expect(store.getState().rows.get(99)).toBeUndefined()
  expect(store.getState().rows.get(215)).toBe('newer 215')
})
