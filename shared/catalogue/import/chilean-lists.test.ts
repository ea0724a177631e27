/**
 * Headings as Chilean shops have them, from the exports of their programs and from their own
 * spreadsheets, and what is read from the columns below them.
 */
import { describe, expect, it } from 'vitest'
import { columnsOf, type ImportField } from './columns.ts'
import { readRow } from './read-row.ts'
import { unreadTaxColumn } from './tax-status.ts'

const HEADINGS: Readonly<Partial<Record<ImportField, readonly string[]>>> = {
  code: [
    ...['CODIGO BARRA', 'COD. BARRAS', 'Código de Barras', 'CÓD BARRA', 'EAN', 'EAN-13', 'SKU'],
    ...['Código', 'COD', 'REF', 'Código Producto', 'COD. ARTICULO', 'Cod. Interno', 'PLU'],
  ],
  name: [
    ...['Producto', 'DESCRIPCION', 'Detalle', 'ARTÍCULO', 'Glosa', 'Nombre Producto'],
    ...['Producto / Servicio', 'Nombre del Producto', 'Descripción Artículo', 'Item'],
  ],
  price: [
    ...['PRECIO VTA', 'P. VENTA', 'Precio', 'PVP', 'Precio Bruto', 'Precio Unit.', 'P.VTA'],
    ...['Precio por defecto', 'Precio Venta C/IVA', 'PRECIO PUBLICO', 'Precio Final', '$ Venta'],
    ...['Precio IVA incluido', 'Valor Venta', 'Precio c/IVA', 'Precio (IVA incl.)'],
    ...['Precio de Venta Bruto', 'Precio de lista', 'Precio de la venta al público'],
    ...['P. Unit. c/ IVA', 'Precio Público IVA inc.', 'VALOR CON IVA', 'Precio con IVA incluido'],
  ],
  cost: ['Costo Neto', 'Coste', 'P. COMPRA', 'COSTO UNIT.', 'Último costo', 'Precio Costo'],
  category: ['Categoría', 'RUBRO', 'Familia', 'Línea', 'Tipo de Producto', 'DEPTO. / Sección'],
  unit: ['Unidad', 'UM', 'U. Medida', 'Unidad de medida'],
  exempt: ['EXENTO', 'Exento IVA', '¿Exento de IVA?'],
  taxed: ['Afecto', 'IVA', '% IVA', 'Afecto a IVA', 'Tasa IVA', 'LLEVA IVA'],
  taxStatus: ['AFECTO/EXENTO', 'A/E', 'TIPO IMPUESTO', 'Impuestos', 'Afecto o Exento', 'Tipo IVA'],
  stock: ['Stock', 'STOCK ACTUAL', 'Existencias', 'Cantidad', 'En inventario', 'Saldo'],
  lowStock: ['Stock Mínimo', 'STOCK CRITICO', 'Existencias bajas'],
}
const NAMED = Object.entries(HEADINGS).flatMap(([field, words]) =>
  words.filter((word) => !word.startsWith('DEPTO')).map((word) => [word, field] as const),
)

describe('headings of Chilean lists', () => {
  it.each(['Valor IVA', 'Precio s/IVA', 'Precio sin IVA', 'Precio + IVA', 'Precio más IVA'])(
    '%s is not what the buyer pays',
    (word) => expect(columnsOf([word])).toEqual([null]),
  )
  it('a cost with the tax in it is no net cost', () =>
    expect(columnsOf(['Costo c/IVA', 'Precio compra con IVA'])).toEqual([null, null]))
  it('are sixty at least', () => expect(NAMED.length).toBeGreaterThanOrEqual(60))
  it.each(NAMED)('%s is %s', (word, field) => expect(columnsOf([word])).toEqual([field]))

  it.each([
    [
      'Tipo de Producto;Producto;Código de Barras;Precio Venta;Impuestos;Stock',
      'category name code price taxStatus stock',
    ],
    [
      'REF;Nombre;Categoría;Precio por defecto;Coste;En inventario;Existencias bajas',
      'code name category price cost stock lowStock',
    ],
    // The barcode is what a scanner reads, whichever code stands before it.
    [
      'Tipo de Producto / Servicio;Producto / Servicio;SKU;Código de Barras;Precio de Venta Bruto',
      'category name code moreCodes price',
    ],
    ['Código de Barras;Otros códigos;Nombre;Código interno', 'code moreCodes name '],
    ['COD. BARRAS;DETALLE;P. VENTA;A/E;RUBRO', 'code name price taxStatus category'],
  ])('a whole row of them: %s', (row, fields) =>
    expect(columnsOf(row.split(';')).map((field) => field ?? '')).toEqual(fields.split(' ')),
  )
})

const exemptOf = (field: ImportField, cell: string | number) => {
  const read = readRow(['1', 'Pan', 990, cell], {
    columns: ['code', 'name', 'price', field],
    restoresZeros: false,
  })
  return read.ok ? read.value.isExempt : read.refusal.code
}

describe('taxed or exempt', () => {
  it.each([
    ['taxStatus', 'AFECTO', false],
    ['taxStatus', 'Exento', true],
    ['taxStatus', 'A', false],
    ['taxStatus', 'E', true],
    ['taxStatus', 'IVA (19%)', false],
    ['taxStatus', 'Exento de IVA', true],
    ['taxStatus', '', null],
    ['taxStatus', 'Sí', 'IMPORT_TAX'],
    ['taxStatus', '1', 'IMPORT_TAX'],
    ['taxed', 'SI', false],
    ['taxed', 'no', true],
    ['taxed', '19%', false],
    ['taxed', 0.19, false],
    ['taxed', 19, false],
    ['taxed', '0%', true],
    ['taxed', 0, true],
    ['taxed', 'EXENTO', true],
    ['taxed', '380', 'IMPORT_TAX'],
    ['exempt', 'sí', true],
    ['exempt', 'x', true],
    ['exempt', 'no', false],
    ['exempt', 'AFECTO', false],
    ['exempt', 'quizás', 'IMPORT_TAX'],
  ] as const)('%s «%s»: %s', (field, cell, isExempt) =>
    expect(exemptOf(field, cell)).toBe(isExempt),
  )

  it('two columns that contradict each other are refused', () => {
    const columns = ['code', 'name', 'price', 'exempt', 'taxed'] as const
    const read = (cells: string[]) =>
      readRow(['1', 'Pan', 990, ...cells], { columns, restoresZeros: false })
    expect(read(['si', 'no'])).toMatchObject({ value: { isExempt: true } })
    expect(read(['si', 'si'])).toMatchObject({ refusal: { code: 'IMPORT_TAX_TWICE' } })
  })
})

describe('a column that is not read and names the exempt', () => {
  const rows = (texts: readonly string[]) => texts.map((text) => ['1', text])
  it.each([
    ['a status each', ['Afecto', 'EXENTO', 'afecto', ''], 1],
    ['letters', ['A', 'E', 'A'], 1],
    ['notes', ['Frágil', 'Exento', ''], null],
    ['nothing', ['', ''], null],
    ['yes and no, which may be anything', ['si', 'no'], null],
    ['amounts', ['19000', '380'], null],
  ])('%s', (_, texts, at) => expect(unreadTaxColumn(['code', null], [], rows(texts))).toBe(at))

  it('is asked about no more once it is left out, or another says it', () => {
    const list = rows(['Afecto', 'Exento'])
    expect(unreadTaxColumn(['code', null], [1], list)).toBeNull()
    expect(unreadTaxColumn(['exempt', null], [], list)).toBeNull()
  })
})
