import { describe, expect, it } from 'vitest'
import { en } from './en.ts'
import { es } from './es.ts'
import { createTexts } from './texts.ts'

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

const spanish = new Map(leaves(es))
const english = new Map(leaves(en))

describe('texts', () => {
  it('are the same in both languages, key by key', () => {
    expect([...english.keys()].sort()).toEqual([...spanish.keys()].sort())
  })

  it('fill in the same things in both languages', () => {
    const holes = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort()
    const different = [...spanish].filter(
      ([key, text]) => holes(text).join() !== holes(english.get(key) ?? '').join(),
    )
    expect(different).toEqual([])
  })

  it('are never empty', () => {
    expect([...spanish, ...english].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it('count as people do', () => {
    const t = createTexts('es').t
    expect([t('status.pending', { count: 1 }), t('status.pending', { count: 2 })]).toEqual([
      '1 boleta pendiente',
      '2 boletas pendientes',
    ])
  })
})
