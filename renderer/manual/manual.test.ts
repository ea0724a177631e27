import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createTexts } from '../i18n/texts.ts'
import { DEFAULT_LANGUAGE, LANGUAGE_IDS } from '#shared/languages/languages.ts'
import { ACTIONS } from '../actions/registry.ts'
import { SECTION_IDS } from '../settings/section-ids.ts'
import { findPages } from './find-pages.ts'
import { piecesOf, plainText, textsOf } from './manual-text.ts'
import { manualIn, PICTURE_NAMES, pictureAt } from './manuals.ts'
import { PAGE_OF_SCREEN, PAGE_OF_SECTION, placeOf } from './places.ts'

/** What the pictures may add to what a shop installs. */
const PICTURE_BYTES_MAX = 75_000
const PICTURES_BYTES_MAX = 1_600_000
const { groups } = manualIn(DEFAULT_LANGUAGE)
const pagesOf = (kind: 'task' | 'trouble') =>
  groups.filter((group) => group.kind === kind).flatMap(({ pages }) => pages)
const pages = groups.flatMap((group) => group.pages)
const ids = pages.map(({ id }) => id)
const named = pages.flatMap((page) =>
  textsOf(page).flatMap((text) =>
    piecesOf(text).flatMap((piece) => {
      if ('text' in piece) return []
      return 'label' in piece
        ? [{ page: page.id, key: piece.label, action: piece.action }]
        : [{ page: page.id, key: piece.said, action: null }]
    }),
  ),
)

describe('the manual', () => {
  it('has 26 tasks and 12 troubles, each once', () => {
    expect([pagesOf('task').length, pagesOf('trouble').length]).toEqual([26, 12])
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(pages.map(({ title }) => title)).size).toBe(ids.length)
  })

  it('is the same for every language of the screen that has none of its own', () => {
    for (const language of LANGUAGE_IDS) expect(manualIn(language).groups).toBe(groups)
  })

  it('says every word of the screen by a key that is there, whole and without holes', async () => {
    expect(named.length).toBeGreaterThan(150)
    for (const language of LANGUAGE_IDS) {
      const { t } = await createTexts(language, true)
      const gone = named.filter(({ key }) => {
        const said: unknown = t(key as 'common.save', { returnObjects: true })
        return typeof said !== 'string' || said === key || said.includes('{{')
      })
      expect(gone, language).toEqual([])
    }
  })

  it('presses only what is an action, by the key the registry has', () => {
    const known = new Set<string | null>(ACTIONS.map(({ id }) => id))
    const pressed = named.filter(({ action }) => action !== null)
    expect(pressed.length).toBeGreaterThan(50)
    expect(pressed.filter(({ action }) => !known.has(action))).toEqual([])
  })

  it('quotes nothing that is not a word of the screen, and names no key of the keyboard itself', () => {
    const own = pages.flatMap((page) =>
      textsOf(page).flatMap((text) =>
        piecesOf(text).flatMap((piece) => ('text' in piece ? [piece.text] : [])),
      ),
    )
    expect(own.length).toBeGreaterThan(200)
    expect(own.filter((text) => /[«»‹›"“”]/.test(text))).toEqual([])
    expect(own.filter((text) => /\bF([1-9]|1[0-2])\b|Ctrl|Shift/.test(text))).toEqual([])
  })

  it('leads on to pages and places that are there', () => {
    for (const { id, see = [], at } of pages) {
      for (const other of see) expect(ids, id).toContain(other)
      expect(see, id).not.toContain(id)
      if (at?.startsWith('settings/')) expect(placeOf(at), id).not.toBeNull()
    }
  })

  it('has a page for every screen and every part of the settings', () => {
    const opened = [...Object.values(PAGE_OF_SCREEN), ...Object.values(PAGE_OF_SECTION)]
    expect(opened.filter((id) => !ids.includes(id))).toEqual([])
    expect(Object.keys(PAGE_OF_SECTION).toSorted()).toEqual([...SECTION_IDS].toSorted())
  })

  it('is reached from a screen or from another page', () => {
    const ways = new Set([
      ...Object.values(PAGE_OF_SCREEN),
      ...Object.values(PAGE_OF_SECTION),
      ...pages.flatMap(({ see = [] }) => see),
    ])
    expect(ids.filter((id) => !ways.has(id))).toEqual([])
  })

  it('shows each page in a picture the gallery takes, and each picture that ships on one', () => {
    expect(pages.filter(({ picture }) => picture === undefined).map(({ id }) => id)).toEqual([])
    const shown = pages.flatMap(({ picture }) => (picture === undefined ? [] : [picture]))
    expect(shown.toSorted()).toEqual([...new Set(shown)].toSorted())
    expect(shown.filter((name) => pictureAt(name) === undefined)).toEqual([])
    expect(PICTURE_NAMES.toSorted()).toEqual(shown.toSorted())
    const root = new URL('../../resources/screenshots/', import.meta.url)
    const bytes = shown.map((name) => statSync(new URL(`${name}.png`, root)).size)
    expect(Math.max(...bytes)).toBeLessThan(PICTURE_BYTES_MAX)
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(PICTURES_BYTES_MAX)
  })

  it('asks no page to be read for long: eight steps at most, each of two lines', async () => {
    const { t } = await createTexts(DEFAULT_LANGUAGE, true)
    const word = (key: string) => t(key as 'common.save')
    for (const { id, steps } of pages) {
      expect(steps.length, id).toBeGreaterThan(2)
      expect(steps.length, id).toBeLessThan(9)
      for (const step of steps) expect(plainText(step, word).length, step).toBeLessThan(230)
    }
  })
})

describe('a search of the manual', () => {
  it.each([
    ['anular', 'anular'],
    ['boleta mala', 'anular'],
    ['devolver', 'devolver'],
    ['DEVOLUCION', 'devolver'],
    ['plata falta', 'no-cuadra'],
    ['Transbank', 'terminal'],
    ['sin internet', 'sin-internet'],
    ['olvide mi pin', 'pin-olvidado'],
    ['balanza', 'pesar'],
    ['caf', 'folios'],
    ['f29', 'informes'],
    ['computador nuevo', 'trasladar'],
    ['pago mixto', 'cobrar'],
    ['excel', 'importar'],
    ['pendrive', 'respaldo'],
    ['cuadrar', 'cerrar-turno'],
    // What a key of the screen says.
    ['dejar en espera', 'espera'],
  ])('for «%s» finds «%s» among the first two', async (typed, id) => {
    const { t } = await createTexts(DEFAULT_LANGUAGE, true)
    const found = findPages(groups, typed, (key) => t(key as 'common.save'))
    expect(found.slice(0, 2).map((page) => page.id)).toContain(id)
  })

  it('for nothing, and for what no page says, finds nothing', () => {
    const find = (typed: string) => findPages(groups, typed, (key) => key)
    expect([find('  '), find('submarino amarillo')]).toEqual([[], []])
  })
})
