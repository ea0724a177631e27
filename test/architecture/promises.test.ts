/**
 * What a till in a Chilean shop has to do, and what tills elsewhere are complained of, row by row,
 * each with the test that holds it. A test that is renamed or removed is missed here.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { ROOT, sourceFiles } from '../support/source-files.ts'
import { AT_THE_COUNTER } from './promised/features-counter.ts'
import { FEATURES, MUST_BE_BUILT, NOT_BUILT } from './promised/features-open.ts'
import { IN_THE_SHOP } from './promised/features-shop.ts'
import { FAILURES } from './promised/failures.ts'
import { MUSTS } from './promised/musts.ts'
import type { Row } from './promised/test-files.ts'

/**
 * Titles of tests, however they are written: `it('…'`, `it.each(…)('…'`, keys and rows of a table
 * of stories. Texts that name something: the first argument of a call, a property, the first cell
 * of a row.
 */
function titlesOf(file: string): string {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(ROOT, file), 'utf8'),
    ts.ScriptTarget.ES2024,
    true,
  )
  const titles: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const { parent } = node
      const isFirst =
        (ts.isCallExpression(parent) && parent.arguments[0] === node) ||
        (ts.isArrayLiteralExpression(parent) && parent.elements[0] === node)
      if (isFirst || ts.isPropertyAssignment(parent)) {
        titles.push(ts.isStringLiteralLike(node) ? node.text : node.getText())
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return titles.join('\n')
}

const BUILT = [...AT_THE_COUNTER, ...IN_THE_SHOP]

it('every feature that tills are compared by is built and tested, or said not to be; none of the musts is missing', () => {
  const built = new Set(BUILT.map(([number]) => number))
  const open = NOT_BUILT.map(([number]) => number)
  const said = [...built, ...open].toSorted((a, b) => a - b)
  expect(said).toEqual(Array.from({ length: FEATURES }, (_, index) => index + 1))
  expect(MUST_BE_BUILT.filter((number) => !built.has(number))).toEqual([])
})

describe.each([
  ['what tills elsewhere are complained of', FAILURES],
  ['what a shop cannot do without', MUSTS],
  [
    'what tills are compared by',
    BUILT.map(([number, row, ...held]): Row => [`${number} ${row}`, ...held]),
  ],
] as const)('%s', (_, rows) => {
  it.each(rows.map(([row, ...held]) => [row, held] as const))('%s', (_row, held) => {
    expect(held.length).toBeGreaterThan(0)
    expect(held.filter(([file, title]) => !titlesOf(file).includes(title))).toEqual([])
  })
})

it('a sale is never rewritten: no statement of the till changes or removes one, its lines or its payments', () => {
  const code = sourceFiles(['electron/till']).filter(
    ({ path }) => !path.includes('migrations') && !path.endsWith('.test.ts'),
  )
  const rewriting = code.filter(({ text }) =>
    /\b(?:UPDATE|DELETE FROM|REPLACE INTO)\s+(?:sale|sale_line|sale_payment)\b/.test(text),
  )
  expect(code.length).toBeGreaterThan(20)
  expect(rewriting.map(({ path }) => path)).toEqual([])
})

it('nobody asks the browser whether there is a network: it knows of cables, not of the service', () => {
  const code = sourceFiles(['electron', 'renderer', 'shared']).filter(
    ({ path }) => !path.endsWith('.test.ts'),
  )
  expect(code.length).toBeGreaterThan(100)
  expect(code.filter(({ text }) => /\bonLine\b/.test(text)).map(({ path }) => path)).toEqual([])
})
