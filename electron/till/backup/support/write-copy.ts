/**
 * One copy, one file: a tar of a list and what it names, packed by gzip and sealed by age, so that
 * the usual programs open it with its key. Written in pieces, whatever its size.
 */
import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { Encrypter, identityToRecipient } from 'age-encryption'
import type { EpochMs } from '#shared/core/brand.ts'
import type { CopyFacts } from './copy-facts.ts'
import type { CopyKey } from './copy-key.ts'
import { FILE_BYTES_MAX, LIST_FILE, PIECE_BYTES, totalOf, type CopyList } from './copy-list.ts'
import { openFresh } from './medium-files.ts'
import { paddingOf, TAR_END, tarHeader } from './tar.ts'
import { onMedium, SupportRefused } from './trouble.ts'
import type { Work } from './work.ts'

/** A database packs well enough by the fastest of ways; sticks are slower than that. */
const GZIP_LEVEL = 3

export interface CopyPlace {
  /** As the owner chose it: what is named when it fails. */
  readonly chosen: string
  readonly file: string
  readonly key: CopyKey
}

/** A file of the till's own disk, or a text. */
export interface Packed {
  readonly name: string
  readonly from: { readonly path: string } | { readonly text: string }
}

interface CopyContent {
  readonly at: EpochMs
  readonly facts: CopyFacts
  readonly isOfMove: boolean
  readonly packed: readonly Packed[]
}

/** Written whole and flushed. Throws COPY_TOO_LARGE, and what the medium says. */
export async function writeCopy(
  { chosen, file, key }: CopyPlace,
  content: CopyContent,
  work: Work,
): Promise<{ readonly list: CopyList; readonly bytes: number }> {
  const list = listOf(content)
  const encrypter = new Encrypter()
  encrypter.addRecipient(await identityToRecipient(key))
  const sealed = await encrypter.encrypt(gzipped(tarPieces(list, content, work)))
  const handle = onMedium(chosen, true, () => openFresh(file))
  let bytes = 0
  try {
    for await (const piece of sealed) {
      onMedium(chosen, true, () => writeAll(handle, piece))
      bytes += piece.length
    }
    onMedium(chosen, true, () => fsyncSync(handle))
  } finally {
    closeSync(handle)
  }
  return { list, bytes }
}

function listOf({ packed, ...said }: CopyContent): CopyList {
  const files = packed.map(({ name, from }) => {
    const hash = createHash('sha256')
    let bytes = 0
    for (const piece of piecesOf(from)) {
      hash.update(piece)
      bytes += piece.length
    }
    if (bytes > FILE_BYTES_MAX) throw new SupportRefused('COPY_TOO_LARGE')
    return { name, bytes, sha256: hash.digest('hex') }
  })
  return { ...said, files }
}

function* tarPieces(list: CopyList, { packed }: CopyContent, work: Work): Generator<Buffer> {
  const text = Buffer.from(JSON.stringify(list))
  yield tarHeader(LIST_FILE, text.length, list.at)
  yield text
  yield Buffer.alloc(paddingOf(text.length))
  let sent = 0
  for (const [index, { from }] of packed.entries()) {
    const { name = '', bytes = 0 } = list.files[index] ?? {}
    yield tarHeader(name, bytes, list.at)
    for (const piece of piecesOf(from)) {
      sent += piece.length
      work.step('sending', sent, totalOf(list))
      yield piece
    }
    yield Buffer.alloc(paddingOf(bytes))
  }
  yield TAR_END
}

function* piecesOf(from: Packed['from']): Generator<Buffer> {
  if ('text' in from) {
    yield Buffer.from(from.text)
    return
  }
  const handle = openSync(from.path, 'r')
  try {
    for (;;) {
      const piece = Buffer.allocUnsafe(PIECE_BYTES)
      const count = readSync(handle, piece, 0, PIECE_BYTES, null)
      if (count === 0) return
      yield piece.subarray(0, count)
    }
  } finally {
    closeSync(handle)
  }
}

/** Each piece a gzip of its own: one behind the other they are a gzip as well. */
function gzipped(pieces: Generator<Buffer>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = pieces.next()
        if (next.done === true) controller.close()
        else controller.enqueue(gzipSync(next.value, { level: GZIP_LEVEL }))
      },
      cancel: () => void pieces.return(undefined),
    },
    { highWaterMark: 0 },
  )
}

function writeAll(handle: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done)
}
