import { parseEscpos } from './parse.ts'

/**
 * A paper in pieces that end where its commands end, whole commands joined up to `pieceBytes`; one
 * that is longer stands alone. Null for bytes that are not whole commands.
 */
export function piecesOf(bytes: Uint8Array, pieceBytes: number): readonly Uint8Array[] | null {
  const commands = parseEscpos(bytes)
  if (!commands.ok) return null
  const ends = [...commands.value.slice(1).map(({ offset }) => offset), bytes.length]
  const pieces: Uint8Array[] = []
  let [from, to] = [0, 0]
  for (const end of ends) {
    if (end - from > pieceBytes && to > from) {
      pieces.push(bytes.subarray(from, to))
      from = to
    }
    to = end
  }
  return to > from ? [...pieces, bytes.subarray(from, to)] : pieces
}
