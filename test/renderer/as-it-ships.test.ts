/**
 * What the stories are told on is what a shop gets, whatever NODE_ENV says: the tests' own once
 * made it React's development build, three times as slow.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { later } from '../../renderer/i18n/es/later.ts'
import { expect, inject, it } from 'vitest'
import { firstFiles, packedBytes } from '../support/first-picture.ts'
import { IS_LONG } from '../support/thoroughness.ts'

/** Said by React's development build alone. */
const WARNING = 'Each child in a list should have a unique'

it(`the screen is React’s ${IS_LONG ? 'development build, in the long run' : 'production build'}`, () => {
  const assets = join(inject('screenRoot'), 'assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(1)
  const warning = scripts.filter((name) =>
    readFileSync(join(assets, name), 'utf8').includes(WARNING),
  )
  expect(warning.length > 0).toBe(IS_LONG)
})

/** Bytes of code a page reads before it does anything: its entry, and what that imports at once. */
function bytesBeforeTheFirst(page: string): number {
  const root = inject('screenRoot')
  const html = readFileSync(join(root, page), 'utf8')
  const entry = /<script type="module"[^>]* src="\.\/(assets\/[^"]+)"/.exec(html)?.[1] ?? ''
  const all = new Set([entry])
  for (const file of all)
    for (const [, imported = ''] of readFileSync(join(root, file), 'utf8').matchAll(
      /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g,
    ))
      all.add(`assets/${imported}`)
  return [...all].reduce((sum, file) => sum + statSync(join(root, file)).size, 0)
}

it.skipIf(IS_LONG)(
  'puts its first question after a few kilobytes, and the customer reads no counter',
  () => {
    const [question, customer] = ['index.html', 'customer.html'].map(bytesBeforeTheFirst)
    expect(question).toBeGreaterThan(1_000)
    expect(question).toBeLessThan(4_000)
    expect(customer).toBeGreaterThan(5_000)
    expect(customer).toBeLessThan(11_000)
  },
)

it.skipIf(IS_LONG)('the first picture reads no more than it shows', () => {
  const root = inject('screenRoot')
  const first = firstFiles(root)
  expect(first.length).toBeGreaterThan(5)
  expect(packedBytes(root)).toBeLessThan(220_000)
  // A word that comes later would be shown as its own name.
  const asked = new RegExp(`["'\`](?:${Object.keys(later).join('|')})\\.[a-z]\\w*`, 'g')
  const early = first.flatMap((file) => readFileSync(join(root, file), 'utf8').match(asked) ?? [])
  expect(early).toEqual([])
})
