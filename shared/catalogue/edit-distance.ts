/**
 * Fewest edits (a letter wrong, missing, too many, or two swapped) that turn `typed` into the
 * beginning of `word`, or null when more than `most` are needed. What is typed is often still
 * unfinished, so the rest of the word costs nothing.
 */
export function prefixDistance(typed: string, word: string, most: number): number | null {
  const width = Math.min(word.length, typed.length + most)
  if (typed.length - word.length > most) return null
  let twoBack: number[] = []
  let oneBack = Array.from({ length: width + 1 }, (_, index) => index)
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row]
    let best = row
    for (let column = 1; column <= width; column += 1) {
      const isSame = typed.charCodeAt(row - 1) === word.charCodeAt(column - 1)
      const replaced = (oneBack[column - 1] ?? most) + (isSame ? 0 : 1)
      let distance = Math.min(
        (oneBack[column] ?? most) + 1,
        (current[column - 1] ?? most) + 1,
        replaced,
      )
      if (isSwap(typed, row, word, column))
        distance = Math.min(distance, (twoBack[column - 2] ?? most) + 1)
      current.push(distance)
      if (distance < best) best = distance
    }
    if (best > most) return null
    twoBack = oneBack
    oneBack = current
  }
  const distance = Math.min(...oneBack)
  return distance > most ? null : distance
}

/** Edits forgiven by length: in a short word every letter counts. */
export function forgivenEdits(typed: string): number {
  if (typed.length < 4 || /\d/.test(typed)) return 0
  return typed.length < 8 ? 1 : 2
}

/** The last two letters of each, the other way round. */
const isSwap = (typed: string, row: number, word: string, column: number): boolean =>
  row > 1 &&
  column > 1 &&
  typed.charCodeAt(row - 1) === word.charCodeAt(column - 2) &&
  typed.charCodeAt(row - 2) === word.charCodeAt(column - 1)
