/** How far the seal of a till goes, as it stands on a Z: `1-128 A1B2-C3D4-E5F6`. */
export interface AnchorOfSeal {
  readonly epoch: number
  readonly seq: number
  /** Twelve hexadecimal digits. */
  readonly code: string
}

export function anchorText({ epoch, seq, code }: AnchorOfSeal): string {
  return `${epoch}-${seq} ${code.replace(/(.{4})(?=.)/g, '$1-')}`
}

/** As typed from a paper: capitals, hyphens and spaces between the digits do not matter. */
const TYPED = /^(\d{1,9})[-\s](\d{1,12})[-\s]+((?:[0-9A-F][-\s]*){12})$/
const TYPED_CHARS_MAX = 60

/** Null for text that is no such anchor. */
export function parseAnchor(text: string): AnchorOfSeal | null {
  const match = text.length > TYPED_CHARS_MAX ? null : TYPED.exec(text.trim().toUpperCase())
  if (match === null) return null
  const [, epoch = '', seq = '', code = ''] = match
  return { epoch: Number(epoch), seq: Number(seq), code: code.replace(/[-\s]/g, '') }
}
