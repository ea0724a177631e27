/** What a disk may hold after the power fails: everything flushed, and any part of what was not. */

export interface Operation {
  /** Write, Sync, Truncate, Unlink, Acknowledged. */
  readonly kind: 'W' | 'S' | 'T' | 'U' | 'A'
  /** File name; for an acknowledgement, the sale. */
  readonly name: string
  readonly offset: number
  readonly data: Buffer
}

const HEADER_BYTES = 14

/** Reads the record the shim wrote. */
export function parseRecord(bytes: Buffer): Operation[] {
  const operations: Operation[] = []
  for (let at = 0; at + HEADER_BYTES <= bytes.length; ) {
    const nameLength = bytes.readUInt8(at + 1)
    const dataLength = bytes.readUInt32LE(at + 10)
    const dataAt = at + HEADER_BYTES + nameLength
    operations.push({
      kind: String.fromCharCode(bytes.readUInt8(at)) as Operation['kind'],
      name: bytes.toString('utf8', at + HEADER_BYTES, dataAt),
      offset: Number(bytes.readBigInt64LE(at + 2)),
      data: bytes.subarray(dataAt, dataAt + dataLength),
    })
    at = dataAt + dataLength
  }
  return operations
}

/** How a power cut treats what was not flushed. */
export interface Weather {
  readonly sectorBytes: 512 | 4096
  /** Chance of an unflushed sector to have reached the disk, 0 to 1. */
  readonly kept: number
  /** Chance of a sector that did not arrive to hold garbage instead of what was there before. */
  readonly garbage: number
  /** Numbers from 0 to 1, the same again for the same seed. */
  readonly random: () => number
}

/** A file being changed in place; grows by doubling, because a log is written frame by frame. */
interface Growing {
  bytes: Buffer
  length: number
}
type Files = Map<string, Growing>

/** Walks through a record once; at each cut, images of the disk can be taken. */
export function createDisk(before: ReadonlyMap<string, Buffer>) {
  const durable: Files = new Map(
    [...before].map(([name, bytes]) => [name, { bytes: Buffer.from(bytes), length: bytes.length }]),
  )
  const pending = new Map<string, Operation[]>()
  const acknowledged: string[] = []
  return {
    acknowledged: acknowledged as readonly string[],
    apply(operation: Operation): void {
      const { kind, name } = operation
      if (kind === 'A') acknowledged.push(name)
      else if (kind === 'S') {
        // A flush makes the file's content, and its name, durable.
        for (const unflushed of pending.get(name) ?? []) perform(durable, unflushed)
        pending.delete(name)
      } else {
        const unflushed = pending.get(name)
        if (unflushed === undefined) pending.set(name, [operation])
        else unflushed.push(operation)
      }
    },
    /** The files after a power cut now. */
    image(weather: Weather): Map<string, Buffer> {
      const files: Files = new Map(
        [...durable].map(([name, { bytes, length }]) => [
          name,
          { bytes: Buffer.from(bytes), length },
        ]),
      )
      for (const operations of pending.values())
        for (const operation of operations) survive(files, operation, weather)
      return new Map(
        [...files].map(([name, { bytes, length }]) => [name, bytes.subarray(0, length)]),
      )
    },
  }
}

function perform(files: Files, { kind, name, offset, data }: Operation): void {
  if (kind === 'U') files.delete(name)
  else if (kind === 'W') data.copy(room(files, name, offset + data.length).bytes, offset)
  else {
    const file = room(files, name, offset)
    file.bytes.fill(0, offset)
    file.length = offset
  }
}

function survive(files: Files, operation: Operation, weather: Weather): void {
  const { kind, name, offset, data } = operation
  if (kind !== 'W') {
    if (weather.random() < weather.kept) perform(files, operation)
    return
  }
  for (let at = 0, size = 0; at < data.length; at += size) {
    size = Math.min(data.length - at, weather.sectorBytes - ((offset + at) % weather.sectorBytes))
    const arrives = weather.random() < weather.kept
    if (!arrives && weather.random() >= weather.garbage) continue
    const { bytes } = room(files, name, offset + at + size)
    if (arrives) data.copy(bytes, offset + at, at, at + size)
    else
      for (let byte = 0; byte < size; byte += 1)
        bytes[offset + at + byte] = Math.floor(weather.random() * 256)
  }
}

/** The file, at least so long; what is new is zero, as on a disk. */
function room(files: Files, name: string, length: number): Growing {
  const file = files.get(name) ?? { bytes: Buffer.alloc(4_096), length: 0 }
  files.set(name, file)
  if (length > file.bytes.length) {
    const bytes = Buffer.alloc(Math.max(length, file.bytes.length * 2))
    file.bytes.copy(bytes, 0, 0, file.length)
    file.bytes = bytes
  }
  file.length = Math.max(file.length, length)
  return file
}

/** A small generator that gives the same numbers for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
