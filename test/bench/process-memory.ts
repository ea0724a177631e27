import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { told } from './process-tree.ts'

/** What is still referred to, after a full collection. */
export function liveHeapMb(): number {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return Math.round(process.memoryUsage().heapUsed / 1024 / 1024)
}

export function residentMb(): number {
  return Math.round(process.memoryUsage.rss() / 1024 / 1024)
}

export interface Held {
  readonly all: number
  /** Of it the program, libraries and mapped databases. */
  readonly files: number
}

/** Of a process, MB, by its share of what it holds together with whoever else runs. */
export function pssOf(pid: number): Held {
  const pieces = piecesOf(pid)
  return heldOf(pieces, ({ pssKb }) => pssKb)
}

/**
 * Of each of these, MB, as on a computer that runs nothing else: a file is shared among them alone,
 * whatever of the same is measured, built or tested beside them.
 */
export function heldBy(pids: readonly number[]): ReadonlyMap<number, Held> {
  const each = new Map(pids.map((pid) => [pid, piecesOf(pid)]))
  const sharers = Map.groupBy([...each.values()].flat(), ({ file }) => file)
  const shareOf = (piece: Piece) =>
    piece.file === '' ? piece.pssKb : piece.ownKb + share(piece, sharers.get(piece.file) ?? [])
  return new Map([...each].map(([pid, pieces]) => [pid, heldOf(pieces, shareOf)]))
}

/** Whoever has most of a file in memory has what the others have of it. */
function share({ sharedKb }: Piece, all: readonly Piece[]): number {
  const sizes = all.map((one) => one.sharedKb).toSorted((one, other) => one - other)
  let [shareKb, belowKb] = [0, 0]
  for (const [at, sizeKb] of sizes.entries()) {
    if (sizeKb > sharedKb) break
    shareKb += (sizeKb - belowKb) / (sizes.length - at)
    belowKb = sizeKb
  }
  return shareKb
}

function heldOf(pieces: readonly Piece[], kbOf: (piece: Piece) => number): Held {
  const sum = (some: readonly Piece[]) => some.reduce((all, piece) => all + kbOf(piece) / 1_024, 0)
  return { all: sum(pieces), files: sum(pieces.filter(({ file }) => file !== '')) }
}

/** A piece of memory as Linux tells it. */
interface Piece {
  /** Which part of which file; empty of what is none. */
  readonly file: string
  readonly pssKb: number
  /** Written to, and so nobody else's. */
  readonly ownKb: number
  readonly sharedKb: number
}

function piecesOf(pid: number): Piece[] {
  return told(`/proc/${pid}/smaps`)
    .split(/^(?=[\da-f]+-[\da-f]+ )/m)
    .map((lines) => {
      const [, offset = '', device = '', inode = '0'] =
        /^\S+ \S+ (\S+) (\S+) (\d+)/.exec(lines) ?? []
      const kb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(lines)?.[1])
      const ownKb = kb('Private_Dirty') || 0
      return {
        file: inode === '0' ? '' : `${device} ${inode} ${offset}`,
        pssKb: kb('Pss') || 0,
        ownKb,
        sharedKb: (kb('Rss') || 0) - ownKb,
      }
    })
}
