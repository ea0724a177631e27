import { expect, it } from 'vitest'
import { OPENING_SEARCH, type Opening } from '#shared/bridge/opening.ts'
import { portOf } from '../stores/test-port.ts'
import { openedPort } from './opened-port.ts'
import { askOpening } from './opening.ts'
import type { TillPort } from './till-port.ts'

const OPENING = {
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
