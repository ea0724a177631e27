import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { saveSettingsInput } from '#shared/settings/inputs.ts'
import { LANGUAGE_IDS } from '#shared/languages/languages.ts'
import { createTexts, packOf } from '../i18n/texts.ts'
import { ENTRIES } from '../settings/entries.ts'
import { findSettings } from './find-setting.ts'
import { addressOf, placeAt, SECTION_IDS } from '../settings/section-ids.ts'

const listIn = async (language: (typeof LANGUAGE_IDS)[number]) => {
  const { t } = await createTexts(language, true)
  return ENTRIES.map(({ id, name, section }) => ({
    id,
    name: t(name),
    section,
    words: packOf(language).settingsPlace.words[id],
  }))
}

describe.each(LANGUAGE_IDS)('the search over the settings in %s', async (language) => {
  const list = await listIn(language)

  it('finds every setting by its own name and by each of its other names', () => {
    const lost = list.flatMap(({ id, name, words }) =>
      [name, ...words.split(',')].filter((typed) => !findSettings(list, typed).includes(id)),
    )
    expect(lost).toEqual([])
  })

  it('finds nothing for nothing, and takes any text', () => {
    expect(findSettings(list, '  ,')).toEqual([])
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (typed) => {
        const found = findSettings(list, typed)
        expect(new Set(found).size).toBe(found.length)
      }),
    )
  })
})

it('puts a setting’s own name before others that share the word, and forgives accents and case', async () => {
  const list = await listIn('es')
  expect(findSettings(list, 'CLAVE servicio')[0]).toBe('apiKey')
  expect(findSettings(list, 'bitacora')).toEqual(['audit'])
  expect(findSettings(list, 'uf')).toContain('buyerLimit')
  expect(findSettings(list, 'olvidé el pin')).toContain('ownerCode')
  // What an owner means by it comes first, also where it is kept elsewhere.
  expect(findSettings(list, 'iva').slice(0, 2)).toEqual(['taxOfGoods', 'taxReport'])
  expect(findSettings(list, 'iva')).toContain('paymentMethods')
  expect(findSettings(list, 'exento')[0]).toBe('taxOfGoods')
  expect(findSettings(list, 'impuesto')).toEqual(['taxOfGoods', 'taxReport'])
  expect(findSettings(list, 'f29')).toEqual(['taxReport'])
  expect(findSettings(list, 'factura').slice(0, 2)).toEqual(['invoices', 'purpose'])
  expect(findSettings(list, 'precio al por mayor')).toEqual(['priceLists'])
  expect(findSettings(list, 'cerrar caja')).toContain('shifts')
})

it('has a row for everything the core saves, and for every part of the settings', () => {
  const named = new Set(ENTRIES.flatMap(({ fields }) => fields))
  const saved = Object.keys(saveSettingsInput.shape).filter(
    (field) => !named.has(field) && ![...named].some((each) => each.startsWith(`${field}.`)),
  )
  const wayOut = 'each setting has its line in renderer/settings/entries.ts'
  expect(saved, wayOut).toEqual([])
  const withRow = new Set(ENTRIES.map(({ section }) => section))
  expect(
    SECTION_IDS.filter((id) => !withRow.has(id)),
    wayOut,
  ).toEqual([])
})

it('an address names one part of the settings, or a place in it, and nothing else', () => {
  for (const id of SECTION_IDS) {
    expect(placeAt(addressOf(id))).toEqual({ section: id, part: null })
    expect(placeAt(`${addressOf(id)}/a-part`)).toEqual({ section: id, part: 'a-part' })
  }
  for (const hash of [
    '',
    '#settings/',
    '#settings/x',
    '#settings/shop/',
    '#token=abc',
    'settings/shop',
  ])
    expect(placeAt(hash)).toBeNull()
})
