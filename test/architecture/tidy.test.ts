/** House rules a machine can see. Limits only ever go down. */
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { sourceFiles } from '../support/source-files.ts'

const FILE_LINES_MAX = 400
const LINE_COLUMNS_MAX = 100
const FUNCTION_LINES_MAX = 70

const files = sourceFiles(['shared', 'electron', 'renderer', 'test'])
const sources = files.filter(({ path }) => !/\.test\.tsx?$/.test(path))
const tooLong = sources
  .filter(({ path }) => !path.startsWith('test/'))
  .flatMap(({ path, text }) => longFunctions(path, text))

describe('tidy', () => {
  it(`keeps files under ${FILE_LINES_MAX} lines`, () => {
    const long = files.filter(({ text }) => text.split('\n').length > FILE_LINES_MAX)
    expect(long.map(({ path }) => path)).toEqual([])
  })

  it(`keeps lines under ${LINE_COLUMNS_MAX} columns, but for one text nobody can break`, () => {
    expect(files.flatMap(({ path, text }) => wideLines(path, text))).toEqual([])
  })

  it(`keeps functions under ${FUNCTION_LINES_MAX} lines`, () => {
    expect(tooLong).toEqual([])
  })

  it('leaves no marks for later and no skipped or lonely tests', () => {
    const marks = new RegExp(
      [
        'TO' + 'DO',
        'FIX' + 'ME',
        'XX' + 'X',
        '@ts-' + 'ignore',
        '\\b(it|describe|test)\\.' + 'only\\(',
      ].join('|'),
    )
    expect(files.filter(({ text }) => marks.test(text)).map(({ path }) => path)).toEqual([])
  })

  it('hooks no test by an import, for files share their modules: only the first would be hooked', () => {
    const hooked = sources.filter(({ text }) => /^(before|after)(Each|All)\(/m.test(text))
    expect(hooked.map(({ path }) => path)).toEqual([])
  })

  it('waits with the patience of a loaded machine, in one way', () => {
    const hasty = sourceFiles(['test', 'electron', 'shared', 'renderer'], /\.test\.tsx?$/).filter(
      ({ text }) => text.includes('vi.' + 'waitFor('),
    )
    expect(hasty.map(({ path }) => path)).toEqual([])
  })

  it('names no path of the machine it was written on', () => {
    const found = sourceFiles(
      ['shared', 'electron', 'renderer', 'resources', 'test'],
      /\.(tsx?|js|json|md|sh|css|html)$/,
    ).filter(({ text }) => text.includes('/work' + '/') || text.includes('..' + '/shared/spec'))
    expect(found.map(({ path }) => path)).toEqual([])
  })

  it('reads a paper by its folio in one place, which asks whose the folio of a trial is', () => {
    const readers = sources.filter(
      ({ path, text }) => path.startsWith('electron/') && /\.pdf\(/.test(text),
    )
    expect(readers.map(({ path }) => path)).toEqual(['electron/till/issuing/steps/by-folio.ts'])
  })

  it('pins every dependency exactly', () => {
    const versions = Object.entries({ ...packageJson.dependencies, ...packageJson.devDependencies })
    expect(
      versions.filter(
        ([name, version]) =>
          // A folder of ours: what it names is held by lock.test.ts.
          name !== 'meson-node-runtime' &&
          !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
      ),
    ).toEqual([])
  })
})

/** Places of lines that would still be too wide without their longest literal. */
function wideLines(path: string, text: string): string[] {
  const lines = text.split('\n')
  if (lines.every((line) => line.length <= LINE_COLUMNS_MAX)) return []
  const literalColumns = literalColumnsOf(parse(path, text), lines)
  return lines.flatMap((line, index) =>
    line.length - (literalColumns.get(index) ?? 0) > LINE_COLUMNS_MAX
      ? [`${path}:${index + 1}`]
      : [],
  )
}

/**
 * Columns the longest literal takes on each line: a string, a template, an expression, a
 * text of the screen.
 */
function literalColumnsOf(source: ts.SourceFile, lines: readonly string[]): Map<number, number> {
  const columns = new Map<number, number>()
  const visit = (node: ts.Node): void => {
    if (ts.isLiteralExpression(node) || ts.isTemplateExpression(node) || ts.isJsxText(node)) {
      const start = source.getLineAndCharacterOfPosition(node.getStart(source))
      const end = source.getLineAndCharacterOfPosition(node.end)
      for (let line = start.line; line <= end.line; line++) {
        const from = line === start.line ? start.character : 0
        const to = line === end.line ? end.character : (lines[line] ?? '').length
        columns.set(line, Math.max(columns.get(line) ?? 0, to - from))
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return columns
}

function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.ES2024,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
}

function longFunctions(path: string, text: string): { name: string; lines: number }[] {
  if (text.split('\n').length <= FUNCTION_LINES_MAX) return []
  const source = parse(path, text)
  const found: { name: string; lines: number }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const first = source.getLineAndCharacterOfPosition(node.getStart()).line
      const last = source.getLineAndCharacterOfPosition(node.getEnd()).line
      const lines = last - first + 1
      if (lines > FUNCTION_LINES_MAX) found.push({ name: `${path}:${nameOf(node)}`, lines })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name) return node.name.getText()
  return ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : 'anonymous'
}
