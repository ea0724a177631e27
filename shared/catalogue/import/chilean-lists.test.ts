/**
 * Headings as Chilean shops have them, from the exports of their programs and from their own
 * spreadsheets, and what is read from the columns below them.
 */
import { describe, expect, it } from 'vitest'
import { columnsOf, type ImportField } from './columns.ts'
import { readRow } from './read-row.ts'
import { unreadTaxColumn, withReadableTax } from './tax-status.ts'

const HEADINGS: Readonly<Partial<Record<ImportField, readonly string[]>>> = {
  code: [
    ...['CODIGO BARRA', 'COD. BARRAS', 'Código de Barras', 'CÓD BARRA', 'EAN', 'EAN-13', 'SKU'],
    ...['Código', 'COD', 'REF', 'Código Producto', 'COD. ARTICULO', 'Cod. Interno', 'PLU'],
    ...['Código Barras EAN13', 'Código EAN-13', 'N° Código', 'Cód. Prod.', 'Cod. Art.', 'Bar Code'],
  ],
  name: [
    ...['Producto', 'DESCRIPCION', 'Detalle', 'ARTÍCULO', 'Glosa', 'Nombre Producto'],
    ...['Producto / Servicio', 'Nombre del Producto', 'Descripción Artículo', 'Item'],
    ...['Nombre Artículo', 'Desc. Producto', 'Descrip.', 'Nombre Item', 'Producto (nombre)', 'NOM'],
  ],
  price: [
    ...['PRECIO VTA', 'P. VENTA', 'Precio', 'PVP', 'Precio Bruto', 'Precio Unit.', 'P.VTA'],
    ...['Precio por defecto', 'Precio Venta C/IVA', 'PRECIO PUBLICO', 'Precio Final', '$ Venta'],
    ...['Precio IVA incluido', 'Valor Venta', 'Precio c/IVA', 'Precio (IVA incl.)'],
    ...['Precio de Venta Bruto', 'Precio de lista', 'Precio de la venta al público'],
    ...['P. Unit. c/ IVA', 'Precio Público IVA inc.', 'VALOR CON IVA', 'Precio con IVA incluido'],
    ...['Pr. Venta', 'Precio [Minimarket Talca]', 'Precio ($)', 'Precio (CLP)', 'Precio carta'],
    ...['Precio Vta. Público', 'Valor Unit.', 'P. Público', 'Precio al detalle', 'Precio Sala'],
    ...['PVP IVA incl.', 'Precio (IVA incluido)', 'Default price', 'Pr. Vta.'],
  ],
  cost: ['Costo Neto', 'Coste', 'P. COMPRA', 'COSTO UNIT.', 'Último costo', 'Precio Costo'],
  category: ['Categoría', 'RUBRO', 'Familia', 'Línea', 'Tipo de Producto', 'DEPTO. / Sección'],
  unit: ['Unidad', 'UM', 'U. Medida', 'Unidad de medida', 'Unid. Med.', 'U/M'],
  exempt: [
    ...[
      'EXENTO',
      'Exento IVA',
      '¿Exento de IVA?',
      'Exento (S/N)',
      'Exento S/N',
      '¿Es exento? (Sí/No)',
    ],
    ...[
      'Prod. Exento',
      'Exenta',
      'No afecto',
      'Sin IVA',
      'IndExe',
      'Exención',
      'Excento',
      'SIN_IVA',
    ],
  ],
  taxed: [
    ...['Afecto', 'IVA', '% IVA', 'Afecto a IVA', 'Tasa IVA', 'LLEVA IVA', 'Afecto (S/N)'],
    ...[
      'IVA Si/No',
      'Afecto a impuesto',
      'Tasa IVA 19',
      'IVA (19%)',
      'Tax - "IVA" (19%)',
      'IVA_19',
    ],
    ...[
      'Impuesto - "IVA" (19%)',
      'Gravado con IVA',
      'Paga IVA',
      '¿Tiene IVA?',
      'No exento',
      'TasaIVA',
    ],
    ...['I.V.A.', '% I.V.A.', 'Afecto a I.V.A.', 'Valor IVA', 'Monto del IVA', 'Total IVA'],
  ],
  taxStatus: [
    ...['AFECTO/EXENTO', 'A/E', 'TIPO IMPUESTO', 'Impuestos', 'Afecto o Exento', 'Tipo IVA'],
    ...[
      'Impto.',
      'Impuesto',
      'Cond. Tributaria',
      'Tributación',
      'Afecto/Exento (A/E)',
      'TipoImpuesto',
    ],
  ],
  stock: [
    ...['Stock', 'STOCK ACTUAL', 'Existencias', 'Cantidad', 'En inventario', 'Saldo', 'Cant.'],
    ...['Stock Bodega', 'En inventario [Minimarket Talca]', 'Stock (unidades)', 'Stock Tienda'],
    ...['Stock Real', 'Stock Sucursal', 'Inventario inicial', 'Cant. Stock', 'Existencia actual'],
  ],
  lowStock: ['Stock Mínimo', 'STOCK CRITICO', 'Existencias bajas', 'Stock Mín.', 'Cant. mínima'],
}
const NAMED = Object.entries(HEADINGS).flatMap(([field, words]) =>
  words.filter((word) => !word.startsWith('DEPTO')).map((word) => [word, field] as const),
)

describe('headings of Chilean lists', () => {
  it.each([
    ...['Precio s/IVA', 'Precio sin IVA', 'Precio + IVA', 'Precio más IVA'],
    ...['Precio neto', 'IVA incluido', 'IVA incl.', 'Precio (sin IVA)', 'Total neto'],
    ...['Precio (neto)', 'Precio mayorista', 'Monto exento', 'Neto sin IVA', 'Precio [neto]'],
  ])('%s is neither what the buyer pays nor a tax status', (word) => {
    expect(columnsOf([word])).toEqual([null])
    expect(unreadTaxColumn([null], [], [[990], [1190]], [word])).toBeNull()
  })
  it.each(['Atributo', 'Archivado', 'Alternativa', 'Activa', 'Distribuidor', 'Descriptiva'])(
    '%s only looks like it',
    (word) => {
      expect(columnsOf([word]).some((field) => field !== 'archived' && field !== null)).toBe(false)
      expect(unreadTaxColumn([null], [], [['si'], ['no']], [word])).toBeNull()
    },
  )
  it('a cost with the tax in it is no net cost', () =>
    expect(columnsOf(['Costo c/IVA', 'Precio compra con IVA'])).toEqual([null, null]))
  it('are 150 at least', () => expect(NAMED.length).toBeGreaterThanOrEqual(150))
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
    [
      'Handle;SKU;Name;Category;Default price;Cost;Barcode;In stock [Talca];Tax - "IVA" (19%)',
      ' code name category price cost moreCodes stock taxed',
    ],
    ['Código;Descripción;Neto;IVA;Total', 'code name  taxed '],
    // One shop's price among others', unless there is one for all.
    ['SKU;Name;Price [Curicó];Price [Talca]', 'code name price '],
    ['SKU;Name;Price [Curicó];Default price', 'code name  price'],
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
    // The tax itself, as an accountant's list has it beside the net price.
    ['taxed', '380', false],
    ['taxed', '$ 1.380', false],
    ['taxed', '$0', true],
    ['taxed', '2', 'IMPORT_TAX'],
    ['taxed', '-380', 'IMPORT_TAX'],
    ['exempt', '380', 'IMPORT_TAX'],
    ['taxStatus', 'Afecto a IVA (19%)', false],
    ['taxStatus', 'EXCENTO', true],
    ['taxStatus', 'No afecto a IVA', true],
    ['taxStatus', 'Sin impuestos', true],
    ['taxStatus', 'IVA 0%', true],
    ['taxStatus', 'Afecto + ILA 20,5%', false],
    ['taxStatus', 'ILA 20,5%', 'IMPORT_TAX'],
    ['taxStatus', 'Afecto o exento', 'IMPORT_TAX'],
    ['taxStatus', 'Privado', 'IMPORT_TAX'],
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

describe('a column of the tax that is not read', () => {
  const rows = (texts: readonly (string | number)[]) => texts.map((text) => ['1', text])
  const undecided = (heading: string, texts: readonly (string | number)[]) =>
    unreadTaxColumn(['code', null], [], rows(texts), ['Código', heading])

  it.each([
    ['a status each', 'Régimen', ['Afecto', 'EXENTO', 'afecto', ''], ['taxStatus']],
    ['letters', 'Clase', ['A', 'E', 'A'], ['taxStatus']],
    ['a status, most of them', 'Régimen', ['Afecto', 'Afecto IVA', 'ver factura'], ['taxStatus']],
    // Yes is taxed in one list and exempt in the next: a person says which.
    ['yes and no', 'Afecto/Exento', ['S', 'N', 'N'], ['taxed', 'exempt']],
    ['yes and no of a tax', 'Impto.', ['si', 'no'], ['taxed', 'exempt']],
    ['what nobody reads', 'Impto.', ['14', '27'], []],
    ['another tax', 'Impuesto adicional', ['0%', '10%'], []],
    ['rates', 'Tasa', ['19%', '0%', '19%'], ['taxStatus']],
    ['yes and no of what is sold', 'Venta exenta', ['SI', 'NO'], ['taxed', 'exempt']],
  ])('is asked about: %s', (_, heading, texts, reads) =>
    expect(undecided(heading, texts)).toMatchObject({ at: 1, reads }),
  )

  it.each([
    ['notes', 'Nota', ['Frágil', 'Exento', '']],
    ['nothing', 'Afecto/Exento', ['', '']],
    ['yes and no of anything', 'Se ve', ['si', 'no']],
    ['amounts', 'Neto', ['19000', '380']],
    ['amounts of what is exempt', 'Monto exento', ['0', '0', '990']],
    ['a letter all have', 'Estado', ['A', 'A', 'I']],
    ['a number as high as the tax', 'Margen %', ['19', '19', '25']],
    ['a discount', 'Dcto.', ['0%', '0 %', '10%']],
  ])('is not: %s', (_, heading, texts) => expect(undecided(heading, texts)).toBeNull())

  it.each([
    ...['Afecto a descuento', 'Exento de despacho', 'Afecto a comisión', 'Afecta a promociones'],
    ...['IVA anticipado', 'IVA anticipado harina', 'IVA retenido', 'Retención IVA'],
  ])('%s says of nobody that it is exempt', (heading) => {
    for (const texts of [
      ['SI', 'NO'],
      ['0', '5'],
    ]) {
      expect(withReadableTax(columnsOf(['Código', heading]), rows(texts))).toEqual(['code', null])
      expect(undecided(heading, texts)).toMatchObject({ at: 1, reads: [] })
    }
  })

  it('is asked about no more once it is left out', () => {
    const list = rows(['Afecto', 'Exento'])
    expect(unreadTaxColumn(['code', null], [1], list, null)).toBeNull()
    expect(unreadTaxColumn(['code', null], [], list, null)).not.toBeNull()
  })

  it('is asked about beside another only if it could be read', () => {
    const columns = ['taxed', null] as const
    const both = [
      [19, 'Exento'],
      [19, 'Afecto'],
    ]
    expect(unreadTaxColumn(columns, [], both, ['IVA', 'Tipo'])).toMatchObject({
      at: 1,
      reads: ['taxStatus'],
    })
    expect(unreadTaxColumn(columns, [], [[19, 27]], ['IVA', 'Impuesto adicional'])).toBeNull()
  })

  it('is one whose heading promises what its cells do not say', () => {
    const columns = ['code', 'taxStatus', 'taxed'] as const
    const list = [
      ['1', 'Sí', 'S'],
      ['2', 'No', 'N'],
    ]
    expect(withReadableTax(columns, list)).toEqual(['code', null, 'taxed'])
    expect(withReadableTax(columns, [['1', '', '']])).toEqual(columns)
  })
})
