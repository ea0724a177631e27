import { describe, expect, it } from 'vitest'
import { refusal, refusalText } from './refusals.ts'
import { fill } from './fill.ts'
import { DEFAULT_LANGUAGE, LANGUAGE_IDS, LANGUAGES, languageOf } from './languages.ts'
import { wordsOf } from './core-words.ts'
import { PAPER_LANGUAGE, PAPER_LOCALE } from './paper-language.ts'

interface Tree {
  readonly [key: string]: string | Tree
}

const leaves = (tree: Tree, path = ''): [path: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[path + key, value]] : leaves(value, `${path}${key}.`),
  )

const holes = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()

describe.each(LANGUAGE_IDS)('the core in %s', (language) => {
  const texts = new Map(leaves(wordsOf(language)))

  it('has every sentence, and none that is empty', () => {
    const first = leaves(wordsOf(DEFAULT_LANGUAGE)).map(([path]) => path)
    expect([...texts.keys()].sort()).toEqual(first.sort())
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it('fills the same blanks as the first language', () => {
    const different = leaves(wordsOf(DEFAULT_LANGUAGE)).filter(
      ([path, text]) => holes(text).join() !== holes(texts.get(path) ?? '').join(),
    )
    expect(different).toEqual([])
  })

  it('names a receipt as its refusals do, so that a note can be named instead', () => {
    const { receipt } = wordsOf(language).notes
    expect(refusalText(refusal('DOCUMENT_REFUSED'), wordsOf(language))).toMatch(
      new RegExp(`\\b${receipt}\\b`),
    )
  })
})

it('a refusal is filled in, and what is filled in is not read again', () => {
  expect(refusalText(refusal('TENDERED_BELOW_DUE', null, { missing: '$500' }), wordsOf('es'))).toBe(
    'Faltan $500 para completar el pago.',
  )
  expect(fill('{a} y {b}{c}', { a: '{b}', b: '$&' })).toBe('{b} y $&')
})

it('what is stored and no language any more is the first language', () => {
  expect(languageOf(null)).toBe(DEFAULT_LANGUAGE)
  expect(languageOf('tlh')).toBe(DEFAULT_LANGUAGE)
  expect(LANGUAGE_IDS.map(languageOf)).toEqual(LANGUAGE_IDS)
})

it('names and ids stand once, and paper keeps the language of the law', () => {
  for (const key of ['id', 'name', 'locale'] as const)
    expect(new Set(LANGUAGES.map((row) => row[key])).size).toBe(LANGUAGES.length)
  expect(LANGUAGES.find(({ id }) => id === PAPER_LANGUAGE)?.locale).toBe(PAPER_LOCALE)
})
