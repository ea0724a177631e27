/**
 * Who says which day it is. A dated thing takes the till's day, which knows of a machine's clock
 * set wrong; an instant that is stored has a day of its own.
 */
import { expect, it } from 'vitest'
import { sourceFiles } from '../support/source-files.ts'

/** The one place that makes a day of the machine's present moment. */
const TELLER = 'electron/till/kernel/today.ts'

const files = sourceFiles(['electron/till']).filter(({ path }) => !/\.test\.ts$/.test(path))

it('is asked of the till alone', () => {
  const askers = files.filter(({ text }) => /\bcounterDay\b/.test(text)).map(({ path }) => path)
  expect(askers).toEqual([TELLER])
  const wrong = files.flatMap(({ path, text }) =>
    daysOfThePresent(text).map((call) => `${path}: ${call}`),
  )
  expect(wrong).toEqual([])
})

it('finds each way of asking the machine', () => {
  const ways = [
    'santiagoDate(clock.now())',
    'santiagoDate(options.clock.now() as EpochMs)',
    'const now = clock.now()\nsantiagoDate(now)',
    'const at = ports.clock.now()\nreturn santiagoDate(at)',
    'const [limit, madeAt] = [1, clock.now()]\nsantiagoDate(madeAt)',
    'santiagoDate(ports.facts().madeAt)',
    'const dayOf = santiagoDate',
    'const today = new Date(clock.now()).toISOString().slice(0, 10)',
  ]
  expect(ways.map((way) => daysOfThePresent(way).length)).toEqual(ways.map(() => 1))
  const others = [
    'santiagoDate(shift.openedAt)',
    'santiagoDate(vale.givenAt as EpochMs)',
    'rows.map(({ at }) => santiagoDate(at))',
    "import { santiagoDate, santiagoTime } from 'a.ts'",
    'const today = ports.today()',
  ]
  expect(others.flatMap(daysOfThePresent)).toEqual([])
})

/**
 * Stored instants are called `at` or `somethingAt`; a name that is given the present in the same
 * file, or that means the moment a paper is made, is none.
 */
function daysOfThePresent(text: string): string[] {
  const code = text.replace(/^import .*$|\/\*[\s\S]*?\*\//gm, '')
  const present = new Set(['madeAt', 'now'])
  for (const [, names = ''] of code.matchAll(/\b(?:const|let) ([^=]+?) = [^\n]*\bnow\(\)/g))
    for (const name of names.match(/\w+/g) ?? []) present.add(name)
  const days = [...code.matchAll(/\bsantiagoDate\b(?:\(((?:[^()]|\([^()]*\))*)\))?/g)]
    .filter(([, of]) => {
      const name = /(\w+)(?: as \w+)?$/.exec(of?.trim() ?? '')?.[1] ?? ''
      return !/^at$|At$/.test(name) || present.has(name)
    })
    .map(([call]) => call)
  return [...days, ...(code.match(/\bnow\(\)\)\.(?:toISOString|get\w*(?:Date|Year))/g) ?? [])]
}
