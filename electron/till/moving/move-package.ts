/**
 * A till in one file: a head that tells which code opens it, a sealed list of what is inside, and
 * the files in sealed pieces, one behind the other. Every piece knows its place.
 */
import { createHash } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs'
import { z } from 'zod'
import type { EpochMs } from '#shared/core/brand.ts'
import type { CopyFacts } from '../support/copy-facts.ts'
import { isKeyOf, keyCheck, keyFromCode, SealBroken, sealerOf } from '../support/sealing.ts'
import { SupportRefused } from '../support/trouble.ts'
import type { Work, WorkPhase } from '../support/work.ts'

const HEAD_BYTES = 512
const LENGTH_BYTES = 4
const PIECE_BYTES = 256 * 1024
/** A sealed piece is hardly longer than what is in it. */
const SEALED_BYTES_MAX = PIECE_BYTES + 4_096
const LIST_BYTES_MAX = 4 * 1024 * 1024

const headSchema = z.object({
  format: z.literal('meson-traslado-1'),
  packageId: z.string().regex(/^[0-9a-f]{16}$/),
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  check: z.string().max(64),
})
type PackageHead = z.output<typeof headSchema>

/** The database, the till's secrets, and papers that have not come out yet. */
const FILE_NAME =
  /^(till\.db|own-secret|pin-pepper|service-key|second-copy-key|mail-password|pdf\/\w[\w.-]{0,79})$/

const listSchema = z.object({
  at: z.number(),
  files: z.array(
    z.object({
      name: z.string().regex(FILE_NAME),
      bytes: z.int().min(0),
      sha256: z.string().length(64),
    }),
  ),
})

export interface PackageList {
  readonly at: EpochMs
  readonly facts: CopyFacts
  readonly files: readonly { readonly name: string; readonly bytes: number; sha256: string }[]
}

/** What goes in: a file of the till's folder, or a secret as text. */
export interface Packed {
  readonly name: string
  readonly from: { readonly path: string } | { readonly text: string }
}

export interface PackageSeal {
  readonly packageId: string
  readonly salt: Buffer
  readonly key: Buffer
}

/** Writes it whole and flushes it. Errors of the medium are the caller's. */
export function writePackage(
  file: string,
  { packageId, salt, key }: PackageSeal,
  content: { readonly at: EpochMs; readonly facts: CopyFacts; readonly packed: readonly Packed[] },
  work: Work,
): PackageList {
  const { at, facts, packed } = content
  const sealer = sealerOf(key)
  const files = packed.map(({ name, from }) => ({ name, ...measured(from) }))
  const list: PackageList = { at, facts, files }
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const handle = openSync(file, 'w', 0o600)
  try {
    const head = { format: 'meson-traslado-1', packageId, salt: salt.toString('hex') }
    writeAll(
      handle,
      Buffer.from(JSON.stringify({ ...head, check: keyCheck(key) }).padEnd(HEAD_BYTES)),
    )
    const add = (plain: Uint8Array, place: string) => {
      const sealed = sealer.seal(plain, `move ${packageId} ${place}`)
      const length = Buffer.alloc(LENGTH_BYTES)
      length.writeUInt32BE(sealed.length)
      writeAll(handle, length)
      writeAll(handle, sealed)
    }
    add(Buffer.from(JSON.stringify(list)), 'list')
    let sent = 0
    for (const [index, { from }] of packed.entries())
      eachPiece(from, (plain, piece) => {
        add(plain, `${index} ${piece}`)
        sent += plain.length
        work.step('sending', sent, total)
      })
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  return list
}

function measured(from: Packed['from']): { bytes: number; sha256: string } {
  const hash = createHash('sha256')
  let bytes = 0
  eachPiece(from, (plain) => {
    hash.update(plain)
    bytes += plain.length
  })
  return { bytes, sha256: hash.digest('hex') }
}

function eachPiece(from: Packed['from'], onPiece: (plain: Buffer, piece: number) => void): void {
  if ('text' in from) return onPiece(Buffer.from(from.text), 0)
  const handle = openSync(from.path, 'r')
  const buffer = Buffer.allocUnsafe(PIECE_BYTES)
  try {
    for (let piece = 0; ; piece += 1) {
      const count = readSync(handle, buffer, 0, PIECE_BYTES, null)
      if (count === 0) return
      onPiece(buffer.subarray(0, count), piece)
    }
  } finally {
    closeSync(handle)
  }
}

function writeAll(handle: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done)
}

/** Null for a file that is no package. */
export function readHead(file: string): PackageHead | null {
  const handle = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(HEAD_BYTES)
    const count = readSync(handle, bytes, 0, HEAD_BYTES, 0)
    return headSchema.parse(JSON.parse(bytes.subarray(0, count).toString('utf8')))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null
    throw error
  } finally {
    closeSync(handle)
  }
}

/** `code` as `parseCode` writes it. */
export function keyOfHead({ salt, check }: PackageHead, code: string): Buffer | null {
  const key = keyFromCode(code, Buffer.from(salt, 'hex'))
  return isKeyOf(key, check) ? key : null
}

export interface Unpacking {
  /** Null: only looked through. */
  readonly into: ((name: string) => (plain: Buffer) => void) | null
  readonly phase: WorkPhase
}

/** Reads it to its end, every byte proven. Throws COPY_DAMAGED. */
export function readPackage(
  file: string,
  key: Buffer,
  { into, phase }: Unpacking,
  work: Work,
): PackageList {
  const head = readHead(file)
  if (head === null) throw new SupportRefused('COPY_DAMAGED', { detail: 'cabecera' })
  const sealer = sealerOf(key)
  const handle = openSync(file, 'r')
  let at = HEAD_BYTES
  const next = (place: string, bytesMax: number) => {
    const length = piece(handle, at, LENGTH_BYTES).readUInt32BE()
    if (length > bytesMax + 4_096) throw new SealBroken(place)
    const sealed = piece(handle, at + LENGTH_BYTES, length)
    at += LENGTH_BYTES + length
    return sealer.open(sealed, `move ${head.packageId} ${place}`, bytesMax)
  }
  try {
    const list = listOf(next('list', LIST_BYTES_MAX))
    const total = list.files.reduce((sum, { bytes }) => sum + bytes, 0)
    let read = 0
    for (const [index, { name, bytes, sha256 }] of list.files.entries()) {
      const write = into?.(name)
      const hash = createHash('sha256')
      let got = 0
      for (let number = 0; got < bytes; number += 1) {
        const plain = next(`${index} ${number}`, SEALED_BYTES_MAX)
        hash.update(plain)
        write?.(plain)
        got += plain.length
        work.step(phase, read + got, total)
      }
      read += got
      if (got !== bytes || hash.digest('hex') !== sha256) throw new SealBroken(name)
    }
    if (statSync(file).size !== at) throw new SealBroken('end')
    return list
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    throw new SupportRefused('COPY_DAMAGED', { detail: error.message })
  } finally {
    closeSync(handle)
  }
}

function listOf(plain: Buffer): PackageList {
  const json = JSON.parse(plain.toString('utf8')) as PackageList
  const read = listSchema.safeParse(json)
  if (!read.success) throw new SealBroken('list')
  return json
}

function piece(handle: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  for (let done = 0; done < length; ) {
    const count = readSync(handle, bytes, done, length - done, at + done)
    if (count === 0) throw new SealBroken('short')
    done += count
  }
  return bytes
}

/** Of the till's own disk: small texts as they are kept. Null where there is none. */
export function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim() || null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
