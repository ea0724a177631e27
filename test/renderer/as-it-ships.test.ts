/**
 * What the stories are told on is what a shop gets, whatever NODE_ENV says: the tests' own once
 * made it React's development build, three times as slow.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
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
