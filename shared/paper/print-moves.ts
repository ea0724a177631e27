/**
 * The life of a piece of paper: which state may follow which. Everything that writes a printing
 * order asks here.
 */

/**
 * `waiting` for its PDF; `queued`; `printing`; `sent` to the device; `printed` by the printer's own
 * word; `held` by it;
 *  `asking` a person before it is printed; `unknown` whether it came out, and `failed`, need one
 *  too; `dropped` by one. `unwanted` of a sale that went without paper: no order there is.
 */
export type PrintState =
  | 'waiting'
  | 'queued'
  | 'printing'
  | 'sent'
  | 'printed'
  | 'held'
  | 'asking'
  | 'unknown'
  | 'failed'
  | 'dropped'
  | 'unwanted'

/** As it is kept; `printed` is `sent` with the printer's own word beside it. */
export type StoredPrintState = Exclude<PrintState, 'printed' | 'unwanted'>

/**
 * Of `printing` bytes may be out, so nothing leads from there, from `unknown` or from `sent` back
 * into the line except by the printer's word that it took none (`held`), or by a disk that refused
 * before anything left (`queued`).
 */
const MOVES: Readonly<Record<StoredPrintState, readonly StoredPrintState[]>> = {
  waiting: ['queued', 'waiting', 'unknown', 'failed', 'dropped'],
  queued: ['printing', 'queued', 'held', 'waiting', 'asking', 'unknown', 'failed', 'dropped'],
  printing: ['sent', 'held', 'unknown', 'failed', 'queued', 'waiting', 'asking'],
  held: ['printing', 'held', 'queued', 'waiting', 'asking', 'unknown', 'failed', 'dropped'],
  asking: ['queued', 'waiting', 'unknown', 'failed', 'dropped'],
  unknown: ['sent', 'dropped'],
  failed: ['queued', 'waiting', 'dropped'],
  sent: [],
  dropped: [],
}

export const STORED_PRINT_STATES = Object.keys(MOVES) as readonly StoredPrintState[]

export function canMove(from: StoredPrintState, to: StoredPrintState): boolean {
  return MOVES[from].includes(to)
}

/** What a person says of a paper: it is out; it is not; print it; it is not wanted any more. */
export const PAPER_WORDS = ['came-out', 'did-not', 'print', 'drop'] as const
export type PaperWord = (typeof PAPER_WORDS)[number]

/** Where a word leads; null where it answers nothing that is asked. */
export function afterWord(state: StoredPrintState, word: PaperWord): StoredPrintState | null {
  if (state === 'unknown')
    return word === 'came-out' ? 'sent' : word === 'did-not' ? 'dropped' : null
  if (state !== 'asking' && state !== 'failed') return null
  return word === 'print' ? 'queued' : word === 'drop' ? 'dropped' : null
}
