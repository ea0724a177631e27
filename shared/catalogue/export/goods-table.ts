/** The catalogue as a list that imports back as it was, in the columns `import` knows. */
import type { GoodsRow } from '../goods.ts'
import { formatStock } from '../decide-stock.ts'
import { isPriceAsked } from '../product.ts'
import { FORMULA } from '../import/read-row.ts'

/** As the import recognises them: an export is read in whatever language the till speaks then. */
const HEADER = [
  'Código',
  'Otros códigos',
  'Nombre',
  'Precio',
  'Precio al vender',
  'Costo neto',
  'Categoría',
  'Unidad',
  'Exento',
  'Favorito',
  'Archivado',
  'Stock',
  'Mínimo',
  'Lugar',
] as const

export type TableCell = string | number

/** `categories` by id. */
export function goodsTable(
  rows: readonly GoodsRow[],
  categories: ReadonlyMap<string, string>,
): TableCell[][] {
  return [
    [...HEADER],
    ...rows.map((row) =>
      [
        row.code,
        row.moreCodes.join(' '),
        row.name,
        isPriceAsked(row) ? '' : row.unitGrossClp,
        yes(isPriceAsked(row)),
        row.costNetClp ?? '',
        categories.get(row.categoryId) ?? '',
        row.unit ?? '',
        yes(row.isExempt),
        yes(row.isFavourite),
        yes(row.isArchived),
        quantity(row.stock?.milli ?? null),
        quantity(row.stock?.lowMilli ?? null),
        row.fixedPlace ?? '',
      ].map(guarded),
    ),
  ]
}

/** A number a spreadsheet adds up; with decimals as Chile writes them. Empty: no stock is kept. */
function quantity(milli: number | null): TableCell {
  if (milli === null) return ''
  return milli % 1_000 === 0 ? milli / 1_000 : formatStock(milli)
}

export const yes = (is: boolean) => (is ? 'sí' : 'no')

/**
 * What a spreadsheet would take for a formula is text behind an apostrophe; the import takes one
 * away.
 */
export const guarded = (cell: TableCell): TableCell =>
  typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell
