/** Each rule that can be left out of the program's source, and the test that notices. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../support/source-files.ts'
import { pick } from '../support/thoroughness.ts'
import { LEFT_OUT, type LeftOutRule } from './left-out-rules.ts'
import { copySource, placesOf, type SourceCopy } from './left-out.ts'

const RULES = Object.entries(LEFT_OUT)
const holds = ({ test: [file, name] }: LeftOutRule) =>
  readFileSync(join(ROOT, file), 'utf8').includes(name)

describe('a rule', () => {
  it('stands once where its list says, and a test is named as held by it', () => {
    for (const [rule, leftOut] of RULES) {
      expect(placesOf(leftOut), rule).toBe(1)
      expect(holds(leftOut), rule).toBe(true)
    }
  })
})

describe('a test', () => {
  let copy: SourceCopy
  beforeAll(() => void (copy = copySource()))
  afterAll(() => copy.close())

  // `npm run sim:fleet -- --sabotage source` leaves out each there is.
  it.each(
    RULES.filter(([, { test, isOfEachChange }]) =>
      pick(isOfEachChange === true || test[0].startsWith('shared/'), true),
    ),
  )(
    'notices where its rule is left out: %s',
    (_, rule) => expect(copy.find(rule)).not.toBeNull(),
    600_000,
  )
})
