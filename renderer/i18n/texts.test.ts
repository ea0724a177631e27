import { describe, expect, it } from 'vitest'
import { DEFAULT_LANGUAGE, LANGUAGE_IDS, type Language } from '#shared/languages/languages.ts'
import { createTexts, fetchPacks, packOf } from './texts.ts'

interface Tree {
  readonly [key: string]: string | Tree
}

function leaves(tree: Tree, path = ''): [path: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${path}${key}`, value] as [string, string]]
      : leaves(value, `${path}${key}.`),
  )
}

await fetchPacks()
const textsIn = (language: Language) => new Map(leaves(packOf(language)))
const first = textsIn(DEFAULT_LANGUAGE)

describe.each(LANGUAGE_IDS)('texts in %s', (language) => {
  const texts = textsIn(language)

  it('are the same in every language, key by key', () => {
    expect([...texts.keys()].sort()).toEqual([...first.keys()].sort())
  })

  it('fill in the same things in every language', () => {
    const holes = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort()
    const different = [...first].filter(
      ([key, text]) => holes(text).join() !== holes(texts.get(key) ?? '').join(),
    )
    expect(different).toEqual([])
  })

  it('are never empty', () => {
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([])
  })
})

it('texts count as people do', async () => {
  const { t } = await createTexts('es')
  expect([t('status.pending', { count: 1 }), t('status.pending', { count: 2 })]).toEqual([
    '1 boleta pendiente',
    '2 boletas pendientes',
  ])
})
