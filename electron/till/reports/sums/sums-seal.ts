/**
 * The file of sums stands outside the seal of the sales. It is believed only byte for byte as this
 * till left it: a sum that somebody else has written is thrown away and made again from the sales.
 * Every byte is read once; from then on a look says whether it is still the same file. What a file
 * system keeps of the last change cannot be put back by hand, unlike its other times.
 */
import { createHmac, randomBytes, timingSafeEqual, type Hmac } from 'node:crypto'
import { closeSync, openSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs'

const KEY_BYTES = 32
const PIECE_BYTES = 1024 * 1024
/** A change so soon after another may carry the same time: it takes the bytes themselves. */
export const YOUNG_MS = 100

/** As it was when all of it was read. */
export interface SeenSums {
  readonly look: string
  readonly isOld: boolean
}

export interface SumsSeal {
  /** The file is as it was sealed. One that cannot be read is not. */
  isWhole(): boolean
  /** The same, whatever a look says. */
  isWholeByByte(): boolean
  /** Everything is in the file itself, and nothing is being written. */
  seal(): void
  /** This thread has just written into it. */
  leave(): void
  /** Nobody has written since. */
  isAsLeft(): boolean
  /** For the next thread of this process; null where there is nothing to believe. */
  seen(): SeenSums | null
}

export interface SumsSealOf {
  readonly file: string
  /** Null: the till has no secret, and sums are believed by the process that made them alone. */
  readonly key: Uint8Array | null
  /** What an earlier thread of this process has seen. */
  readonly seen: SeenSums | null
  readonly now: () => number
}

/** Where the file's seal lies; it goes with the file. */
const sealOfSums = (file: string): string => `${file}.seal`

export function createSumsSeal({ file, key, seen: before, now }: SumsSealOf): SumsSeal {
  const own = key ?? randomBytes(KEY_BYTES)
  let seen = before
  let left: string | null = null
  const digest = () => digestOf(file, createHmac('sha256', own).update('report-sums'))
  const isWholeByByte = () => {
    seen = null
    try {
      const { look, changedMs } = lookAt(file)
      const said = Buffer.from(readFileSync(sealOfSums(file), 'utf8'), 'hex')
      const found = digest()
      const isSame = said.length === found.length && timingSafeEqual(said, found)
      if (!isSame || look === null || logOf(file) !== '' || lookAt(file).look !== look) return false
      seen = { look, isOld: now() - changedMs > YOUNG_MS }
      return true
    } catch {
      return false
    }
  }
  return {
    isWholeByByte,
    isWhole: () => (seen?.isOld === true && seen.look === lookAt(file).look) || isWholeByByte(),
    seal: () => writeFileSync(sealOfSums(file), digest().toString('hex'), { mode: 0o600 }),
    leave() {
      left = lookAt(file).look
    },
    isAsLeft: () => left !== null && lookAt(file).look === left,
    seen: () => seen,
  }
}

/** Piece by piece: years of sums are larger than the memory they are worth. */
function digestOf(file: string, digest: Hmac): Buffer {
  const piece = Buffer.alloc(PIECE_BYTES)
  const opened = openSync(file, 'r')
  try {
    for (let read = 1; read > 0; ) {
      read = readSync(opened, piece)
      digest.update(piece.subarray(0, read))
    }
  } finally {
    closeSync(opened)
  }
  return digest.digest()
}

interface Look {
  /** Null: nobody can look at it, and it is like none before. */
  readonly look: string | null
  readonly changedMs: number
}

/** Another file in its place and any write into it look otherwise. */
function lookAt(file: string): Look {
  try {
    return seenAt(file)
  } catch {
    // A name that leads nowhere, or a disk that fails: the report is made without the sums.
    return { look: null, changedMs: 0 }
  }
}

function seenAt(file: string): Look {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  if (found === undefined) return { look: '', changedMs: 0 }
  const { dev, ino, size, mtimeNs, ctimeNs, ctimeMs } = found
  const look = [dev, ino, size, mtimeNs, ctimeNs, logOf(file)].join(' ')
  return { look, changedMs: Number(ctimeMs) }
}

/** What stands in a log would be read as if it stood in the file; empty where nothing does. */
function logOf(file: string): string {
  const log = statSync(`${file}-wal`, { bigint: true, throwIfNoEntry: false })
  if (log === undefined || log.size === 0n) return ''
  return [log.ino, log.size, log.mtimeNs, log.ctimeNs].join(' ')
}
