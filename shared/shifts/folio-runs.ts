/** The folios of a shift as a paper says them: from one to another. */
import type { DocumentType } from '../core/document-type.ts'

/** Folios that follow one another among those of the shift. */
export interface FolioRun {
  readonly documentType: DocumentType
  readonly from: number
  readonly to: number
}

/** Folios one by one, in order, as runs. */
export function folioRuns(
  folios: readonly { readonly documentType: DocumentType; readonly folio: number }[],
): FolioRun[] {
  const runs: { documentType: DocumentType; from: number; to: number }[] = []
  for (const { documentType, folio } of folios) {
    const last = runs.at(-1)
    if (last?.documentType === documentType && folio === last.to + 1) last.to = folio
    else runs.push({ documentType, from: folio, to: folio })
  }
  return runs
}
