import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forgivenEdits, prefixDistance } from './edit-distance.ts'
import { ProductIndex, type IndexedProduct } from './product-index.ts'
import { fold, searchWords } from './search-words.ts'

const NAMES = [
  'Leche entera Colún 1 L',
  'Leche descremada Colún 1 L',
  'Chocolate con leche 100 g',
  'Pan marraqueta',
  'Azúcar granulada 1 kg',
  'Café molido 250 g',
  'Plátano',
  'Platos de cartón',
  'Ñoquis de papa',
  'Mantequilla con sal',
]
const product = (
  rowid: number,
  name: string,
  part: Partial<IndexedProduct> = {},
): IndexedProduct => ({
  rowid,
  name,
  code: String(7_801_000_000_000 + rowid * 1117),
  categoryId: rowid % 2 === 0 ? 'a' : 'b',
  isFavourite: false,
  soldCount: 0,
  ...part,
})
function shop(): ProductIndex {
  const index = new ProductIndex()
  NAMES.forEach((name, at) => index.put(product(at + 1, name, { soldCount: NAMES.length - at })))
  return index
}
const find = (index: ProductIndex, text: string) =>
  index
    .search({ text, categoryId: null, favouritesOnly: false, limit: 20 })
    .map((rowid) => NAMES[rowid - 1])

describe('the search of the counter', () => {
  it.each([
    [
      'leche',
      ['Leche entera Colún 1 L', 'Leche descremada Colún 1 L', 'Chocolate con leche 100 g'],
    ],
    ['lech col', ['Leche entera Colún 1 L', 'Leche descremada Colún 1 L']],
    ['azucar', ['Azúcar granulada 1 kg']],
    ['CAFÉ', ['Café molido 250 g']],
    ['noquis', ['Ñoquis de papa']],
    // Typing mistakes: a letter wrong, missing, too many, swapped, the first one wrong, a word
    // unfinished.
    ['mantequikla', ['Mantequilla con sal']],
    ['azcar', ['Azúcar granulada 1 kg']],
    ['marraquetta', ['Pan marraqueta']],
    ['azuacr', ['Azúcar granulada 1 kg']],
    ['pzucar', ['Azúcar granulada 1 kg']],
    ['mnatequi', ['Mantequilla con sal']],
    ['desrcemada colun', ['Leche descremada Colún 1 L']],
    // Short words are taken at their word.
    ['pna', []],
    ['xyzq', []],
  ])('%s', (text, expected) => expect(find(shop(), text)).toEqual(expected))

  it('puts what is spelled right before what is nearly, and what sells before what does not', () => {
    const index = shop()
    expect(find(index, 'plata')).toEqual(['Plátano', 'Platos de cartón'])
    for (let sale = 0; sale < 20; sale += 1) index.noteSold(3)
    expect(find(index, 'leche')[0]).toBe('Chocolate con leche 100 g')
  })

  it('finds a piece of a barcode, and filters by shelf', () => {
    const index = shop()
    expect(find(index, '02234')).toEqual(['Leche descremada Colún 1 L'])
    expect(
      index.search({ text: 'leche', categoryId: 'a', favouritesOnly: false, limit: 20 }),
    ).toEqual([2])
    index.put(product(1, NAMES[0] ?? '', { isFavourite: true }))
    expect(index.search({ text: '', categoryId: null, favouritesOnly: true, limit: 20 })).toEqual([
      1,
    ])
  })

  it('forgets what is removed and learns what is renamed', () => {
    const index = shop()
    index.remove(5)
    index.put(product(6, 'Té negro'))
    expect([
      find(index, 'azucar'),
      find(index, 'cafe'),
      index.search({ text: 'te', categoryId: null, favouritesOnly: false, limit: 9 }),
    ]).toEqual([[], [], [6]])
    expect(index.size).toBe(9)
  })

  it.each(['.', '--', '¿?', '%%%', '🛒', '\u200b', 'خبز', '面包', '½x', 'leche 面包'])(
    'finds nothing for %s, which no product is called',
    (text) => {
      expect(find(shop(), text)).toEqual([])
    },
  )

  it('finds nothing for any text that names nothing, and only what every word of a text names', () => {
    const index = shop()
    const sign = fc
      .string({ unit: 'binary', maxLength: 12 })
      .filter((text) => text.trim() !== '' && searchWords(text).length === 0)
    fc.assert(
      fc.property(sign, (text) => {
        expect(find(index, text)).toEqual([])
      }),
    )
    const piece = fc.constantFrom(
      'leche',
      'lec',
      'pan',
      '1',
      '100',
      'g',
      '1l',
      '250g',
      'colun',
      '.',
      '--',
      'خ',
      ' ',
      ' ',
      'azucra',
      'manteq',
      '7801',
    )
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('')),
        (text) => {
          if (text.trim() === '') return
          for (const rowid of index.search({
            text,
            categoryId: null,
            favouritesOnly: false,
            limit: 20,
          })) {
            const name = NAMES[rowid - 1] ?? ''
            const code = product(rowid, name).code
            const letters = [...fold(name).replace(/[^a-z0-9]/g, '')]
            // Each typed word shares its letters with what was found, but for the mistakes that are
            // forgiven it.
            for (const word of searchWords(text)) {
              const missing = [...word].filter(
                (letter) => letter !== '.' && !letters.includes(letter),
              ).length
              expect(
                code.includes(text.trim()) || missing <= forgivenEdits(word),
                `${text} found ${name}`,
              ).toBe(true)
            }
          }
        },
      ),
    )
  })

  describe('with or without the space', () => {
    const names = [
      'Arroz grado 1 Tucapel 1 kg',
      'Arroz integral 5 kg',
      'Bebida cola 1,5 L',
      'Bebida cola 15 latas',
      'Agua 1.5L',
      '7 Up lata 350 cc',
      'Coca-Cola 3 L',
      'Jugo 3en1',
    ]
    const index = new ProductIndex()
    names.forEach((name, at) => index.put(product(at + 1, name)))
    const found = (text: string) =>
      index
        .search({ text, categoryId: null, favouritesOnly: false, limit: 20 })
        .map((rowid) => names[rowid - 1])
    it.each([
      ['arroz 1kg', [names[0]]],
      ['arroz 1 kg', [names[0]]],
      ['arroz1kg', [names[0]]],
      ['arroz 5kilos', [names[1]]],
      ['arroz 5 kilos', [names[1]]],
      ['bebida 1,5l', [names[2]]],
      ['bebida 1.5l', [names[2]]],
      ['bebida 1,5 l', [names[2]]],
      ['bebida 1,5 litros', [names[2]]],
      ['1,5', [names[4], names[2]]],
      ['agua 1,5 l', [names[4]]],
      ['agua 1.5', [names[4]]],
      ['7up', [names[5]]],
      ['7 up', [names[5]]],
      ['350ml', [names[5]]],
      ['350cc', [names[5]]],
      ['cocacola', [names[6]]],
      ['coca cola', [names[6], names[2], names[3]]],
      ['3 en 1', [names[7]]],
      ['3en1', [names[7]]],
      ['15', [names[3]]],
    ])('%s', (text, expected) => expect(found(text)).toEqual(expected))
  })

  it('finds every product by any of its words, whole or begun, in any order of coming and going', () => {
    const name = fc
      .array(fc.constantFrom('arroz', 'leche', 'Ñandú', 'té', 'azúcar', 'molida', 'largo'), {
        minLength: 1,
        maxLength: 3,
      })
      .map((words) => words.join(' '))
    const step = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.option(name))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.nat(20), (steps, cut) => {
        const index = new ProductIndex()
        const known = new Map<number, string>()
        for (const [rowid, text] of steps) {
          if (text === null) index.remove(rowid)
          else index.put(product(rowid, text))
          if (text === null) known.delete(rowid)
          else known.set(rowid, text)
        }
        expect(index.size).toBe(known.size)
        for (const [rowid, text] of known) {
          for (const word of searchWords(text)) {
            const text = word.slice(0, 1 + (cut % word.length))
            expect(
              index.search({ text, categoryId: null, favouritesOnly: false, limit: 50 }),
            ).toContain(rowid)
          }
        }
        expect(
          index.search({ text: '', categoryId: null, favouritesOnly: false, limit: 50 }).sort(),
        ).toEqual([...known.keys()].sort())
      }),
    )
  })
})

describe('edits', () => {
  const letters = fc
    .array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 0, maxLength: 9 })
    .map((list) => list.join(''))
  it('are none for a beginning, and one for any single mistake in it', () => {
    fc.assert(
      fc.property(
        letters,
        letters,
        fc.nat(8),
        fc.constantFrom('x', 'y'),
        (start, rest, at, wrong) => {
          expect(prefixDistance(start, start + rest, 2)).toBe(0)
          const place = Math.min(at, start.length)
          for (const typed of [
            start.slice(0, place) + wrong + start.slice(place),
            start.slice(0, place) + wrong + start.slice(place + 1),
          ]) {
            expect(prefixDistance(typed, start + rest, 2)).toBeLessThanOrEqual(1)
          }
        },
      ),
    )
  })
  it('are forgiven by length, and never in figures', () => {
    expect(['pan', 'leche', 'mantequilla', '12345678'].map(forgivenEdits)).toEqual([0, 1, 2, 0])
    expect([prefixDistance('leche', 'arroz', 2), fold('ÁÉÍÓÚÑÜ')]).toEqual([null, 'aeiounu'])
  })
})
