import { expect, it } from 'vitest'
import { OPENING_SEARCH, type Opening } from '#shared/bridge/opening.ts'
import { portOf, settle } from '../stores/test-port.ts'
import { openedPort } from './opened-port.ts'
import { askOpening } from './opening.ts'
import type { TillPort } from './till-port.ts'

const OPENING = {
  heardSeq: 7,
  bootstrap: 'opened',
  status: 'opened',
  settings: 'opened',
  staff: 'opened',
  parkedSales: 'opened',
  loadDraft: 'opened',
  searchProducts: 'opened',
}
const NAMES = ['bootstrap', 'status', 'settings', 'staff', 'parkedSales', 'loadDraft'] as const
const port = {
  ...portOf({}),
  searchProducts: () => Promise.resolve('asked'),
} as unknown as TillPort
for (const name of NAMES) Object.assign(port, { [name]: () => Promise.resolve('asked') })

const opened = (opening: unknown) => openedPort(port, Promise.resolve(opening as Opening | null))

it('gives the first answers without asking, and asks from then on', async () => {
  const ui = opened(OPENING)
  for (const name of NAMES)
    expect([name, await ui[name](), await ui[name]()]).toEqual([name, 'opened', 'asked'])
  expect(await ui.searchProducts({ ...OPENING_SEARCH, text: 'leche' })).toBe('asked')
  expect([
    await ui.searchProducts(OPENING_SEARCH),
    await ui.searchProducts(OPENING_SEARCH),
  ]).toEqual(['opened', 'asked'])
})

it('asks for each thing by itself when the opening was not answered', async () => {
  const ui = opened(null)
  for (const name of NAMES) expect(await ui[name]()).toBe('asked')
  expect(await ui.searchProducts(OPENING_SEARCH)).toBe('asked')
})

it.each([
  ['an answer', () => Promise.resolve(Response.json({ result: { data: OPENING } })), OPENING],
  [
    'a refusal',
    () => Promise.resolve(Response.json({ code: 'TOKEN_NOT_VALID' }, { status: 401 })),
    null,
  ],
  ['what is no answer', () => Promise.resolve(new Response('<html>')), null],
  ['silence', () => Promise.reject(new TypeError('fetch failed')), null],
])('takes %s for what it is', async (_, answer, expected) => {
  expect(await askOpening(answer, 'http://x', 'token', 'here')).toEqual(expected)
})

/** What the core is asked to tell from, by a screen that stays or has left by then. */
async function followedFrom(opening: unknown, hasLeft: boolean) {
  const asked: (number | undefined)[] = []
  const watched = {
    watch(_: unknown, afterSeq?: number) {
      asked.push(afterSeq)
      return () => void asked.push(-1)
    },
  } as unknown as TillPort
  const nobody = { onEvent: () => undefined, onLink: () => undefined }
  const given = Promise.resolve(opening as Opening | null)
  const stop = openedPort(watched, given).watch(nobody)
  if (hasLeft) stop()
  await given
  await settle()
  if (!hasLeft) stop()
  return asked
}

it.each([
  ['from what the opening knew', OPENING, false, [7, -1]],
  ['from the beginning where it was not answered', null, false, [0, -1]],
  ['not at all by a screen that has left', OPENING, true, []],
])('follows the feed %s', async (_, opening, hasLeft, expected) => {
  expect(await followedFrom(opening, hasLeft)).toEqual(expected)
})
