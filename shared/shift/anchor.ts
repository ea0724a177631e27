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
