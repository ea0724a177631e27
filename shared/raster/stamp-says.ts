/**
 * What a receipt's stamp names: type, folio and total of its document (SII, Formato DTE, TED: TD, F
 * and MNT).
 */
export interface StampedDocument {
  readonly documentType: string
  readonly folio: number
  readonly totalClp: number
}

/** More than any stamp holds. */
const STAMP_BYTES_MAX = 4_000

/** Null where the payload is no stamp the till understands: then it contradicts nothing. */
export function readStamp(payload: Uint8Array): StampedDocument | null {
  // What matters of it is plain ASCII; the payload is a few hundred bytes.
  const text = String.fromCharCode(...payload.subarray(0, STAMP_BYTES_MAX))
  const value = (name: string) => new RegExp(`<${name}>(\\d{1,12})</${name}>`).exec(text)?.[1]
  const [documentType, folio, total] = [value('TD'), value('F'), value('MNT')]
  if (documentType === undefined || folio === undefined || total === undefined) return null
  return { documentType, folio: Number(folio), totalClp: Number(total) }
}

export function isStampOf(payload: Uint8Array, document: StampedDocument): boolean {
  const read = readStamp(payload)
  return (
    read === null ||
    (read.documentType === document.documentType &&
      read.folio === document.folio &&
      read.totalClp === document.totalClp)
  )
}
