/** A spreadsheet's file, as the till writes one. */
import { strToU8, zipSync } from 'fflate'
import type { TableCell } from '#shared/catalogue/export/goods-table.ts'
import { xlsxParts } from '#shared/catalogue/export/xlsx-parts.ts'

export const xlsxFile = (table: readonly (readonly TableCell[])[]): Uint8Array =>
  zipSync(
    Object.fromEntries(Object.entries(xlsxParts(table)).map(([path, xml]) => [path, strToU8(xml)])),
  )
