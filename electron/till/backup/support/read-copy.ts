/** A copy read back from its medium, in pieces, every byte of it proven before it is used. */
import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { Duplex } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import {
  damaged,
  LIST_BYTES_MAX,
  LIST_FILE,
  parseList,
  PIECE_BYTES,
  totalOf,
  type CopyList,
} from './copy-list.ts'
import { isRealFile, isThere } from './medium-files.ts'
import { BLOCK_BYTES, paddingOf, TAR_END, tarBytes, tarHeader } from './tar.ts'
import { onMedium } from './trouble.ts'
import type { Work, WorkPhase } from './work.ts'
import type { CopyPlace } from './write-copy.ts'

interface Unpacking {
  /** What takes the pieces of a file of that name; null: it is only looked through. */
  readonly into: ((name: string) => (plain: Uint8Array) => void) | null
  readonly phase: WorkPhase
}

/** To its end. Throws COPY_DAMAGED and what the medium says. */
export async function readCopy(
  place: CopyPlace,
  { into, phase }: Unpacking,
  work: Work,
): Promise<CopyList> {
  const plain = await openPlain(place)
  try {
    const list = await listIn(plain)
    let read = 0
    for (const { name, bytes, sha256 } of list.files) {
      if (!(await plain.take(BLOCK_BYTES)).equals(tarHeader(name, bytes, list.at)))
        throw damaged(name)
      const write = into?.(name)
      const hash = createHash('sha256')
      for (let left = bytes; left > 0; ) {
        const piece = await plain.take(Math.min(left, PIECE_BYTES))
        hash.update(piece)
        write?.(piece)
        left -= piece.length
        read += piece.length
        work.step(phase, read, totalOf(list))
      }
      if (hash.digest('hex') !== sha256) throw damaged(name)
      await takeZeros(plain, paddingOf(bytes))
    }
    await takeZeros(plain, TAR_END.length)
    await plain.expectEnd()
    return list
  } finally {
    await plain.close()
  }
}

/** What stands first alone: of whom it is. Throws as the whole does; no more of it is proven. */
export async function readList(place: CopyPlace): Promise<CopyList> {
  const plain = await openPlain(place)
  try {
    return await listIn(plain)
  } finally {
    await plain.close()
  }
}

/** Its header tells how long the list is; nothing else about it is believed. */
async function listIn(plain: Plain): Promise<CopyList> {
  const header = await plain.take(BLOCK_BYTES)
  const bytes = tarBytes(header)
  if (!(bytes > 0 && bytes <= LIST_BYTES_MAX)) throw damaged(LIST_FILE)
  const list = parseList((await plain.take(bytes)).toString('utf8'))
  await takeZeros(plain, paddingOf(bytes))
  if (!header.equals(tarHeader(LIST_FILE, bytes, list.at))) throw damaged(LIST_FILE)
  return list
}

async function takeZeros(plain: Plain, count: number): Promise<void> {
  if ((await plain.take(count)).some((byte) => byte !== 0)) throw damaged('tar')
}

/** What was sealed, opened as it is taken. */
interface Plain {
  /** So many bytes, or COPY_DAMAGED where there are fewer. */
  take(count: number): Promise<Buffer>
  expectEnd(): Promise<void>
  close(): Promise<void>
}

async function openPlain({ chosen, file, key }: CopyPlace): Promise<Plain> {
  const handle = onMedium(chosen, true, () => {
    // A pipe would be waited for.
    if (isThere(file) && !isRealFile(file)) throw damaged('tubería')
    return openSync(file, 'r')
  })
  const source = bytesOf(handle, chosen)
  try {
    const decrypter = new Decrypter()
    decrypter.addIdentity(key)
    const opened = await decrypter.decrypt(source.stream)
    const plain = opened.pipeThrough(gunzip())
    return takingFrom(plain.getReader(), source)
  } catch {
    source.close()
    throw source.failure() ?? damaged('age')
  }
}

/** As the web's streams are piped. */
function gunzip(): ReadableWritablePair<Uint8Array, Uint8Array> {
  const { readable, writable } = Duplex.toWeb(createGunzip({ chunkSize: PIECE_BYTES }))
  return {
    readable: readable as ReadableStream<Uint8Array>,
    writable: writable as WritableStream<Uint8Array>,
  }
}

interface Source {
  readonly stream: ReadableStream<Uint8Array>
  /** Why the medium gave no more; what is wrong otherwise is wrong with the copy. */
  failure(): Error | null
  close(): void
}

function bytesOf(handle: number, chosen: string): Source {
  let [at, isClosed, failure] = [0, false, null as Error | null]
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (isClosed) return controller.close()
        const piece = Buffer.allocUnsafe(PIECE_BYTES)
        try {
          const count = onMedium(chosen, true, () => readSync(handle, piece, 0, PIECE_BYTES, at))
          at += count
          if (count === 0) controller.close()
          else controller.enqueue(piece.subarray(0, count))
        } catch (error) {
          failure = error as Error
          throw error
        }
      },
    },
    { highWaterMark: 0 },
  )
  return {
    stream,
    failure: () => failure,
    close() {
      if (!isClosed) closeSync(handle)
      isClosed = true
    },
  }
}

function takingFrom(pieces: ReadableStreamDefaultReader<Uint8Array>, source: Source): Plain {
  let [ready, length] = [[] as Buffer[], 0]
  const more = async (): Promise<boolean> => {
    try {
      const { value, done } = await pieces.read()
      if (!done) ready.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength))
      length += value?.length ?? 0
      return !done
    } catch {
      throw source.failure() ?? damaged('age')
    }
  }
  return {
    async take(count) {
      while (length < count) if (!(await more())) throw damaged('age')
      const all = Buffer.concat(ready)
      ready = [all.subarray(count)]
      length -= count
      return all.subarray(0, count)
    },
    async expectEnd() {
      if (length > 0 || (await more())) throw damaged('age')
    },
    async close() {
      // What was broken already says so here as well, and has been told.
      await pieces.cancel().catch(() => undefined)
      source.close()
    },
  }
}
