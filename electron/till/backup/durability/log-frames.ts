/**
 * Whether SQLite can read a write-ahead log to its end. It stops at the first frame that is not as
 * it was written and says nothing: what came after is the newest that was sold.
 */
import { readFileSync } from 'node:fs'

/** SQLite's file format, 4.1 and 4.2. */
const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const MAGIC_LITTLE = 0x377f0682
const MAGIC_BIG = 0x377f0683

/** True also for a log that is not there, and of no frames. Throws what the file system says. */
export function isLogWhole(file: string): boolean {
  const log = read(file)
  if (log.length === 0) return true
  if (log.length < HEADER_BYTES) return false
  const magic = log.readUInt32BE(0)
  if (magic !== MAGIC_LITTLE && magic !== MAGIC_BIG) return false
  const isBig = magic === MAGIC_BIG
  let sum = checksum([0, 0], log.subarray(0, 24), isBig)
  if (!isSum(log, 24, sum)) return false
  const frameBytes = FRAME_HEADER_BYTES + log.readUInt32BE(8)
  const salt = log.subarray(16, 24)
  for (let at = HEADER_BYTES; at + frameBytes <= log.length; at += frameBytes) {
    const frame = log.subarray(at, at + frameBytes)
    // Left over from before the log began again.
    if (!frame.subarray(8, 16).equals(salt)) return !goesOn(log, at + frameBytes, salt, frameBytes)
    sum = checksum(sum, frame.subarray(0, 8), isBig)
    sum = checksum(sum, frame.subarray(FRAME_HEADER_BYTES), isBig)
    if (!isSum(frame, 16, sum)) return false
  }
  return true
}

/** A frame of this log behind one that is none. */
function goesOn(log: Buffer, from: number, salt: Buffer, frameBytes: number): boolean {
  for (let at = from; at + frameBytes <= log.length; at += frameBytes)
    if (log.subarray(at + 8, at + 16).equals(salt)) return true
  return false
}

type Sum = readonly [number, number]

function checksum([first, second]: Sum, bytes: Buffer, isBig: boolean): Sum {
  for (let at = 0; at < bytes.length; at += 8) {
    const [a, b] = isBig
      ? [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
      : [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)]
    first = (first + a + second) >>> 0
    second = (second + b + first) >>> 0
  }
  return [first, second]
}

const isSum = (bytes: Buffer, at: number, [first, second]: Sum) =>
  bytes.readUInt32BE(at) === first && bytes.readUInt32BE(at + 4) === second

function read(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}
