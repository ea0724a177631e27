/** Folios as a paper or a log says them: from one to another. */
import type { DocumentType } from '../core/document-type.ts'

/** Folios of one type that follow one another. */
export interface FolioRun<Type = DocumentType> {
  readonly documentType: Type
  readonly from: number
  readonly to: number
}

/** Folios one by one, in order, as runs. */
export function folioRuns<Type = DocumentType>(
  folios: readonly { readonly documentType: Type; readonly folio: number }[],
): FolioRun<Type>[] {
  const runs: { documentType: Type; from: number; to: number }[] = []
  for (const { documentType, folio } of folios) {
    const last = runs.at(-1)
    if (last !== undefined && last.documentType === documentType && folio === last.to + 1)
      last.to = folio
    else runs.push({ documentType, from: folio, to: folio })
  }
  return runs
}
