/**
 * Who reads the machine's clock. Time is an argument everywhere else, in tests too: a test that
 * takes today from the machine and meets a clock it set itself fails on every day but the one it
 * was written on.
 */
import ts from 'typescript'
import { expect, it } from 'vitest'
import { sourceFiles } from '../support/source-files.ts'

/** Ports to the clock, and programs that only say when something happened. */
const READERS = [
  'electron/host/machine.ts',
  'electron/kiosk/electron-runtime.ts',
  'electron/service/core/ports.ts',
  'electron/till/adapters/system.ts',
  'renderer/bridge/clock.ts',
  'test/support/wall-clock.ts',
]

it('is read by the adapters alone, in tests too', () => {
  const files = sourceFiles(['shared', 'electron', 'renderer', 'test'])
  const readers = files
    .filter(({ path, text }) => clockReads(path, text).length > 0)
    .map(({ path }) => path)
  expect(readers.toSorted()).toEqual(READERS.toSorted())
})

it('finds each way of asking', () => {
  const ways = [
    'new Date()',
    'new Date',
    'Date()',
    'Date.now()',
    'const now = Date.now',
    'Date["now"]()',
    'globalThis.Date.now()',
    'Temporal.Now.instant()',
  ]
  expect(ways.map((way) => clockReads('a.ts', way).length)).toEqual(ways.map(() => 1))
  const others = [
    'new Date(0)',
    'Date.parse(day)',
    'Date.UTC(2026, 0)',
    'performance.now()',
    'clock.now()',
    'at instanceof Date',
  ]
  expect(others.flatMap((other) => clockReads('a.ts', other))).toEqual([])
})

function clockReads(path: string, text: string): string[] {
  if (!/\bDate\b|\bTemporal\b/.test(text)) return []
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2024, true, kind)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (readsClock(node)) found.push(node.getText(source))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function readsClock(node: ts.Node): boolean {
  if (ts.isNewExpression(node))
    return isNamed(node.expression, 'Date') && (node.arguments ?? []).length === 0
  if (ts.isCallExpression(node)) return isNamed(node.expression, 'Date')
  if (ts.isPropertyAccessExpression(node)) {
    return (
      (isNamed(node.expression, 'Date') && node.name.text === 'now') ||
      (isNamed(node.expression, 'Temporal') && node.name.text === 'Now')
    )
  }
  return (
    ts.isElementAccessExpression(node) &&
    isNamed(node.expression, 'Date') &&
    ts.isStringLiteral(node.argumentExpression) &&
    node.argumentExpression.text === 'now'
  )
}

/** `Date` or `globalThis.Date`. */
function isNamed(node: ts.Expression, name: string): boolean {
  return ts.isIdentifier(node)
    ? node.text === name
    : ts.isPropertyAccessExpression(node) && node.name.text === name
}
