/** What the first start says below the printers: there is no paper to ask about without one. */
type PrinterPaper = 'looking' | 'none' | 'unchosen' | 'asked' | 'failed' | 'done'

export interface PrinterFacts {
  /** Those that are known; null while they are looked for. */
  readonly known: readonly string[] | null
  /** As it is saved; it may be none that is known. */
  readonly chosenId: string
  /** The last test page of this visit. */
  readonly tested: { readonly printerId: string; readonly isRefused: boolean } | null
  /** Somebody has had a paper of it in the hand. */
  readonly isDone: boolean
}

export function printerPaper({ known, chosenId, tested, isDone }: PrinterFacts): PrinterPaper {
  if (known === null) return 'looking'
  if (known.length === 0) return 'none'
  if (tested !== null) return tested.isRefused ? 'failed' : 'asked'
  if (isDone) return 'done'
  return known.includes(chosenId) ? 'asked' : 'unchosen'
}

/** Whose paper came out, where none is chosen yet; null where one is, or nobody can say. */
export function printerToChoose({ known, chosenId, tested }: PrinterFacts): string | null {
  if (known === null || known.includes(chosenId)) return null
  const candidates = tested === null ? known : known.filter((id) => id === tested.printerId)
  return candidates.length === 1 ? (candidates[0] ?? null) : null
}
