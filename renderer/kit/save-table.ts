/** A table as a file that a spreadsheet opens. */
import { xlsxParts } from '#shared/catalogue/export/xlsx-parts.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { csvText, type Cell } from '#shared/text/csv.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { browserNowMs } from '../bridge/clock.ts'
import { offer } from './save-pdf.tsx'

export type TableKind = 'xlsx' | 'csv'

/** Named after today. */
export function saveTable(
  kind: TableKind,
  name: string,
  table: readonly (readonly Cell[])[],
): Promise<void> {
  return saveTableAs(kind, `${name}-${santiagoDate(browserNowMs() as EpochMs)}`, table)
}

/** Named as it is told, but for its ending. */
export async function saveTableAs(
  kind: TableKind,
  name: string,
  table: readonly (readonly Cell[])[],
): Promise<void> {
  const file = `${name}.${kind}`
  if (kind === 'csv') offer(new Blob([csvText(table)], { type: 'text/csv;charset=utf-8' }), file)
  else offer(new Blob([await zipped(xlsxParts(table))], { type: XLSX }), file)
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** What zips is read only when somebody wants a zip. */
async function zipped(parts: Readonly<Record<string, string>>): Promise<Uint8Array<ArrayBuffer>> {
  const { strToU8, zipSync } = await import('fflate')
  const files = Object.entries(parts).map(([path, xml]) => [path, strToU8(xml)])
  return new Uint8Array(zipSync(Object.fromEntries(files) as Record<string, Uint8Array>))
}
