/** What a list lacks is said once; goods without a code or a shelf come in all the same. */
import { describe, expect, it } from 'vitest'
import type { GoodsRow } from '#shared/catalogue/goods.ts'
import type { ImportArrangement } from '#shared/importing/importing.ts'
import { UNSHELVED } from '#shared/catalogue/decide-category.ts'
import { must } from '../../../test/support/must.ts'
import { firstArrangement, planImport } from './plan-import.ts'

const DRINKS = { id: 'bebidas', name: 'Bebidas', hue: 25 }
const goods = (code: string, name: string): GoodsRow =>
  ({
    id: `id ${code}`,
    code,
    name,
    unitGrossClp: 990,
    asksPrice: false,
    isExempt: false,
    categoryId: DRINKS.id,
    isFavourite: false,
    unit: null,
    moreCodes: [],
    costNetClp: null,
    fixedPlace: null,
    isArchived: false,
    stock: null,
  }) as unknown as GoodsRow

function planOf(
  lines: readonly (readonly string[])[],
  known: readonly GoodsRow[] = [],
  changes: Partial<ImportArrangement> = {},
) {
  const table = {
    hasHeader: true,
    rows: lines.map((cells, index) => ({ number: index + 1, cells })),
  }
  const arrangement = { ...firstArrangement(table, [DRINKS]), ...changes }
  const plan = planImport(table, arrangement, {
    categories: [DRINKS],
    holderOf: (code) => known.find((row) => row.code === code),
    all: known,
    atPlace: () => undefined,
  })
  return plan
}

describe('a list without a column', () => {
  it('of prices says so once, for all of its new products', () => {
    const plan = must(
      planOf(
        [
          ['Código', 'Nombre', 'Stock'],
          ['A-1', 'Agua', '3'],
          ['A-2', 'Té', '4'],
          ['A-3', 'Mate', '5'],
        ],
        [goods('A-3', 'Mate')],
      ),
    )
    expect(plan.counts).toMatchObject({ bad: 2, changed: 1, new: 0 })
    expect(plan.remarks).toEqual([
      { code: 'IMPORT_NO_COLUMN', field: 'price', params: { count: '2' } },
    ])
    const codes = plan.rowsOf('bad').map(({ problem }) => [problem?.code, problem?.field])
    expect(codes).toEqual([
      ['IMPORT_NO_COLUMN', 'price'],
      ['IMPORT_NO_COLUMN', 'price'],
    ])
  })

  it('of names says so once as well, and a cell that is empty is its row’s alone', () => {
    const plan = must(
      planOf([
        ['Código', 'Precio'],
        ['A-1', '990'],
        ['A-2', '990'],
      ]),
    )
    expect(plan.remarks).toMatchObject([{ code: 'IMPORT_NO_COLUMN', field: 'name' }])
    const other = must(
      planOf([
        ['Código', 'Nombre', 'Precio'],
        ['A-1', 'Agua', ''],
      ]),
    )
    expect(other.remarks).toEqual([])
    expect(other.rowsOf('bad')).toMatchObject([{ problem: { code: 'PRICE_NOT_VALID' } }])
  })
})

describe('goods without a code', () => {
  const list = [
    ['Nombre', 'Precio'],
    ['Pan amasado', '300'],
    ['Huevo suelto', '250'],
    ['PAN  AMASADO', '310'],
    ['TOTAL', '860'],
  ]

  it('get one of their own, which is told, and a sum below them is none of them', () => {
    const plan = must(planOf(list, [goods('P1', 'Otra cosa')]))
    expect(plan.remarks).toEqual([
      { code: 'IMPORT_CODES_MADE', field: 'code', params: { count: '2', codes: 'P2, P3' } },
    ])
    expect(plan.rowsOf('new').map(({ code, name }) => [code, name])).toEqual([
      ['P2', 'Pan amasado'],
      ['P3', 'Huevo suelto'],
    ])
    expect(plan.rowsOf('bad').map(({ problem }) => problem?.code)).toEqual([
      'IMPORT_CODE_TWICE',
      'CODE_REQUIRED',
    ])
    expect(plan.accepted.map(({ code }) => code)).toEqual(['P2', 'P3'])
  })

  it('are known again by their name, whatever the list before called its accents', () => {
    const known = [goods('P2', 'Pan Amasado'), goods('P3', 'Huevo suelto')]
    const plan = must(planOf(list, known))
    expect(plan.remarks).toEqual([])
    expect(plan.rowsOf('changed').map(({ code, toClp }) => [code, toClp])).toEqual([
      ['P2', 300],
      ['P3', 250],
    ])
  })

  it('are never taken for one of two that are called alike, nor for one with a code in the list', () => {
    const twice = must(planOf(list, [goods('A', 'Pan amasado'), goods('B', 'Pan amasado')]))
    expect(twice.rowsOf('bad')[0]).toMatchObject({
      problem: { code: 'IMPORT_NAME_TWICE', field: 'name' },
    })
    const mixed = must(
      planOf([
        ['Código', 'Nombre', 'Precio'],
        ['', 'Pan', '300'],
        ['P1', 'Leche', '900'],
      ]),
    )
    expect(mixed.rowsOf('new').map(({ code }) => code)).toEqual(['P2', 'P1'])
  })
})

describe('goods without a category', () => {
  const list = [
    ['Código', 'Nombre', 'Precio', 'Categoría'],
    ['A-1', 'Agua', '990', 'Bebidas'],
    ['A-2', 'Clavos', '990', ''],
  ]

  it('stand on a shelf that says so, not on the first one there is', () => {
    expect(must(planOf(list)).newCategories).toEqual([UNSHELVED.name])
    expect(must(planOf(list.slice(0, 2))).newCategories).toEqual([])
  })

  it('stand where a person says, and on the only shelf where the list knows none', () => {
    expect(must(planOf(list, [], { categoryId: DRINKS.id })).newCategories).toEqual([])
    const plain = list.map((cells) => cells.slice(0, 3))
    expect(must(planOf(plain)).newCategories).toEqual([])
  })
})

describe('who is exempt', () => {
  const told = (heading: readonly string[], ...rows: readonly (readonly string[])[]) => {
    const plan = planOf([
      ['Producto', ...heading],
      ['Pan', ...(rows[0] ?? [])],
      ['Libro', ...(rows[1] ?? [])],
    ])
    if (!plan.ok) return [plan.refusal.code, plan.refusal.params?.['reads']]
    const bad = plan.value.rowsOf('bad').map(({ problem }) => problem?.code)
    return [plan.value.accepted.map(({ isExempt }) => isExempt), bad]
  }
  const read = [[false, true], []]

  it.each([
    ['Exento (S/N)', 'N', 'S'],
    ['Afecto (S/N)', 'S', 'N'],
    ['IVA Si/No', 'Si', 'No'],
    ['AFECTO A IMPUESTO', 'SI', 'NO'],
    ['IMPTO', '19', '0'],
    ['Clasif. Trib.', 'A', 'E'],
    ['Paga impuesto', 'SI', 'NO'],
    ['Exento?', 'FALSO', 'VERDADERO'],
    ['IVA 19%', '160', '0'],
    ['Impuesto', 'IVA + ILA', 'Exento'],
  ])('%s: %s and %s is read', (heading, taxed, exempt) =>
    expect(told(['Precio', heading], ['990', taxed], ['990', exempt])).toEqual(read),
  )

  it.each([
    ['IMPTO.', 'SI', 'NO', 'taxed exempt'],
    ['Afecto / Exento (S/N)', 'S', 'N', 'taxed exempt'],
    ['Factura', 'Afecta', 'Exenta', 'taxStatus'],
    ['Código impuesto', '14', '0', ''],
    ['Grupo IVA', 'General', 'Exento', ''],
  ])('%s: %s and %s is asked, before anything comes in', (heading, one, other, reads) =>
    expect(told(['Precio', heading], ['990', one], ['990', other])).toEqual([
      'IMPORT_TAX_UNDECIDED',
      reads,
    ]),
  )

  it('is seen in the rows before they come in', () => {
    const list = [
      ['Producto', 'Precio', 'Exento'],
      ['Pan', '990', 'no'],
      ['Libro', '990', 'sí'],
    ]
    const rows = must(planOf(list)).rowsOf('new')
    expect(rows.map(({ isExempt }) => isExempt)).toEqual([false, true])
  })

  it('a price that has no tax in it is no price here', () => {
    const heading = ['Precio', 'IVA incluido']
    expect(told(heading, ['990', 'Sí'], ['990', 'No'])).toEqual(['IMPORT_NET_PRICES', ''])
    expect(told(heading, ['990', 'Sí'], ['990', 'Sí'])).toEqual([[null, null], []])
  })

  it('what only marks the taxed leaves nobody in doubt', () => {
    expect(told(['Precio', 'Afecto'], ['990', 'X'], ['990', ''])).toEqual([
      [false],
      ['IMPORT_TAX_BLANK'],
    ])
    expect(told(['Precio', 'Exento'], ['990', ''], ['990', 'X'])).toEqual([[null, true], []])
  })
})
