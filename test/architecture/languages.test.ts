/** A new language touches three places: a row of the list, a core pack, a screen pack. */
import ts from 'typescript'
import { expect, it } from 'vitest'
import { LANGUAGES } from '#shared/languages/languages.ts'
import { sourceFiles, type SourceFile } from '../support/source-files.ts'

const CORE_PACKS = 'shared/languages/'
const SCREEN_PACKS = 'renderer/i18n/'
const LISTS = ['languages.ts', 'core-words.ts'].map((name) => `${CORE_PACKS}${name}`)

/** Those that name a language and are no place to touch for a new one. */
const OF_NO_CHOICE: Readonly<Record<string, string>> = {
  [`${CORE_PACKS}paper-language.ts`]: 'papers and the log are Spanish by law',
  'electron/printing/spooler/ipp.ts': 'the language the protocol of a print queue is asked in',
  'shared/time/santiago.ts': 'locales that write a date and an hour in ISO order',
}

const ids: readonly string[] = LANGUAGES.map(({ id }) => id)
/** Most files need not be parsed to know that they name none. */
const MAY_NAME_ONE = new RegExp(`\\b(${ids.join('|')})\\b`)
const isPack = (path: string) =>
  ids.some((id) => [CORE_PACKS, SCREEN_PACKS].some((packs) => path.startsWith(`${packs}${id}/`)))

const files = sourceFiles(['shared', 'electron', 'renderer']).filter(
  ({ path }) => !/\.test\.tsx?$/.test(path),
)

it('no code names a language but the list and the packs', () => {
  const naming = files
    .filter(
      ({ path }) => !LISTS.includes(path) && !isPack(path) && OF_NO_CHOICE[path] === undefined,
    )
    .flatMap(languagesNamedIn)
  expect(naming).toEqual([])
})

it('names no exception that is no longer one', () => {
  const stale = Object.keys(OF_NO_CHOICE).filter(
    (path) => !files.some((file) => file.path === path && languagesNamedIn(file).length > 0),
  )
  expect(stale).toEqual([])
})

it('every language of the list has its two packs, and every pack its row', () => {
  const packs = [CORE_PACKS, SCREEN_PACKS].map((folder) =>
    files
      .map(({ path }) => path)
      .filter((path) => path.startsWith(folder) && path.endsWith('/words.ts'))
      .map((path) => path.slice(folder.length, -'/words.ts'.length))
      .sort(),
  )
  expect(packs).toEqual([[...ids].sort(), [...ids].sort()])
})

/**
 * Places where an id of the list stands as a text (`'es'`, `'en-US'`) or as the name of a property
 * (`{ es: ... }`, `words.es`).
 */
function languagesNamedIn({ path, text }: SourceFile): string[] {
  if (!MAY_NAME_ONE.test(text)) return []
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2024, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (namesLanguage(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      found.push(`${path}:${line + 1}: ${node.getText(source)}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function namesLanguage(node: ts.Node): boolean {
  if (ts.isStringLiteralLike(node)) return ids.includes(node.text.replace(/[-_][A-Z]{2}$/, ''))
  if (!ts.isIdentifier(node) || !ids.includes(node.text)) return false
  const { parent } = node
  return (
    ((ts.isPropertyAssignment(parent) ||
      ts.isPropertySignature(parent) ||
      ts.isPropertyAccessExpression(parent)) &&
      parent.name === node) ||
    ts.isShorthandPropertyAssignment(parent) ||
    ts.isBindingElement(parent)
  )
}
