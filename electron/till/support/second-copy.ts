/**
 * One second copy, from the till's database to a stick or share and back: it counts only when it
 * has been read back whole and is the same as the till. Runs on a thread of its own.
 */
import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { EpochMs } from '#shared/core/brand.ts'
import { hashFile } from '../durability/durable-files.ts'
import { examine } from '../durability/examine.ts'
import { factsOf, sumsUpTo, type CopyFacts } from './copy-facts.ts'
import { onMedium, onOwnDisk, SupportRefused } from './trouble.ts'
import {
  beginPack,
  chunkSeal,
  copiesIn,
  copyName,
  openVault,
  readable,
  tidyVault,
  writeManifest,
  type ChunkPlace,
  type Manifest,
  type Vault,
} from './vault.ts'
import { readCopy } from './read-copy.ts'
import { beginWork } from './work-folder.ts'
import type { Work } from './work.ts'

/** Sixteen pages of the database: small enough for what a day changes, large enough to be few. */
export const CHUNK_BYTES = 64 * 1024
/** Of a pack less than this is still of use: what is is written anew, and the pack can go. */
const WORTH_KEEPING = 0.25
/** While a copy is made: the database, and the copy that was read back. */
const SNAPSHOT = 'snapshot.db'
const READ_BACK = 'read-back.db'
const EVERY_BODY = Number.MAX_SAFE_INTEGER
const ALL_PAGES = 0x7fffffff

export interface SecondCopyOrder {
  readonly databaseFile: string
  /** Of the till's own: where the copy is taken and read back, by one program at a time. */
  readonly workDir: string
  /** As the owner chose it. */
  readonly chosen: string
  readonly vaultId: string
  readonly key: Uint8Array
  readonly at: EpochMs
}

export interface SecondCopyMade {
  readonly name: string
  readonly at: EpochMs
  readonly facts: CopyFacts
  readonly fileBytes: number
  /** Written to the medium for it, manifest apart. */
  readonly newBytes: number
  readonly newChunks: number
  readonly chunks: number
}

/** Throws SupportRefused, and leaves no copy then; SUPPORT_BUSY while another one is made. */
export async function makeSecondCopy(
  ordered: SecondCopyOrder,
  work: Work,
): Promise<SecondCopyMade> {
  const { dir, end } = beginWork(ordered.workDir)
  try {
    return await copyIn({ ...ordered, workDir: dir }, work)
  } finally {
    end()
  }
}

async function copyIn(order: SecondCopyOrder, work: Work): Promise<SecondCopyMade> {
  const vault = onMedium(order.chosen, false, () =>
    openVault(order.chosen, order.vaultId, order.key),
  )
  const snapshot = join(order.workDir, SNAPSHOT)
  await takeSnapshot(order.databaseFile, snapshot, work)
  const made = writeOrAnew(order, vault, snapshot, work)
  tidyQuietly(order.chosen, vault)
  return made
}

/** Where something that lies there already has gone bad, the copy leans on none of it. */
function writeOrAnew(order: SecondCopyOrder, vault: Vault, snapshot: string, work: Work) {
  try {
    return writeCopy(order, vault, snapshot, work, true)
  } catch (error) {
    if (!isDamage(error)) throw error
    return writeCopy(order, vault, snapshot, work, false)
  }
}

const isDamage = (error: unknown) =>
  error instanceof SupportRefused && error.refusal.code === 'COPY_DAMAGED'

/**
 * Page by page as they lie, so that what was not touched since the last copy is the same bytes in
 * the same place; in one step, which no write of another connection makes begin again.
 */
export async function takeSnapshot(from: string, to: string, work: Work): Promise<void> {
  removeDatabase(to)
  work.step('copying', 0, 1)
  const source = new Database(from, { readonly: true, fileMustExist: true })
  try {
    await source.backup(to, { progress: () => ALL_PAGES })
  } catch (error) {
    onOwnDisk(() => {
      throw error
    })
  } finally {
    source.close()
  }
  const copy = new Database(to)
  // Alone, without a log beside it.
  copy.pragma('journal_mode = DELETE')
  copy.close()
  work.step('copying', 1, 1)
}

function writeCopy(
  order: SecondCopyOrder,
  vault: Vault,
  snapshot: string,
  work: Work,
  leansOnOthers: boolean,
): SecondCopyMade {
  const name = copyName(order.at)
  const [facts, sha256] = [look(snapshot), hashFile(snapshot)]
  const known = leansOnOthers
    ? onMedium(order.chosen, true, () => knownChunks(vault))
    : new Map<string, KnownChunk>()
  const pack = onMedium(order.chosen, true, () => beginPack(vault, name))
  try {
    const { chunks, packs, newChunks } = sendChunks(snapshot, { order, vault, pack, known, work })
    const fileBytes = statSync(snapshot).size
    const manifest: Manifest = { at: order.at, facts, fileBytes, sha256, packs, chunks }
    const makeCount = onMedium(order.chosen, true, () => {
      pack.finish()
      return writeManifest(vault, name, manifest)
    })
    compare(order, vault, manifest, work)
    onMedium(order.chosen, true, makeCount)
    const newBytes = pack.bytes()
    return { name, at: order.at, facts, fileBytes, newBytes, newChunks, chunks: chunks.length }
  } catch (error) {
    pack.abandon()
    throw error
  }
}

/** The copy counts already; what could not be thrown away goes at the next one. */
function tidyQuietly(chosen: string, vault: Vault): void {
  try {
    onMedium(chosen, true, () => tidyVault(vault))
  } catch (error) {
    if (!(error instanceof SupportRefused)) throw error
  }
}

function look(snapshot: string): CopyFacts {
  const db = new Database(snapshot, { readonly: true, fileMustExist: true })
  try {
    return factsOf(db)
  } finally {
    db.close()
  }
}

interface KnownChunk {
  readonly pack: string
  readonly offset: number
  readonly bytes: number
}

/** What the newest copy is made of, but for packs of which little is still of use. */
function knownChunks(vault: Vault): Map<string, KnownChunk> {
  const known = new Map<string, KnownChunk>()
  const [newest] = copiesIn(vault)
  const [manifest] = newest === undefined ? [] : readable(vault, newest.name)
  if (manifest === undefined) return known
  const used = new Map<string, number>()
  const packOf = (index: number) => manifest.packs[index] ?? ''
  for (const [, pack, , bytes] of manifest.chunks)
    used.set(packOf(pack), (used.get(packOf(pack)) ?? 0) + bytes)
  const isWorth = (pack: string) => {
    const size = statSync(join(vault.folder, pack), { throwIfNoEntry: false })?.size ?? 0
    return (used.get(pack) ?? 0) >= size * WORTH_KEEPING && size > 0
  }
  const worth = new Set(manifest.packs.filter(isWorth))
  for (const [hash, pack, offset, bytes] of manifest.chunks)
    if (worth.has(packOf(pack))) known.set(hash, { pack: packOf(pack), offset, bytes })
  return known
}

interface Sending {
  readonly order: SecondCopyOrder
  readonly vault: Vault
  readonly pack: ReturnType<typeof beginPack>
  readonly known: Map<string, KnownChunk>
  readonly work: Work
}

function sendChunks(snapshot: string, { order, vault, pack, known, work }: Sending) {
  const total = statSync(snapshot).size
  const packs: string[] = []
  const chunks: ChunkPlace[] = []
  let newChunks = 0
  const indexOf = (name: string) => {
    const index = packs.indexOf(name)
    return index === -1 ? packs.push(name) - 1 : index
  }
  eachChunk(snapshot, (plain, offset) => {
    const hash = createHash('sha256').update(plain).digest('hex').slice(0, 32)
    const there = known.get(hash)
    if (there === undefined) {
      const place = { pack: pack.name, offset: pack.bytes() }
      const sealed = vault.sealer.seal(plain, chunkSeal(vault, hash))
      onMedium(order.chosen, true, () => pack.add(sealed))
      known.set(hash, { ...place, bytes: sealed.length })
      newChunks += 1
    }
    const { pack: name, offset: at, bytes } = known.get(hash)!
    chunks.push([hash, indexOf(name), at, bytes])
    work.step('sending', offset + plain.length, total)
  })
  return { chunks, packs, newChunks }
}

function eachChunk(file: string, onChunk: (plain: Buffer, offset: number) => void): void {
  const handle = openSync(file, 'r')
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  try {
    for (let offset = 0; ; ) {
      const count = readSync(handle, buffer, 0, CHUNK_BYTES, offset)
      if (count === 0) return
      onChunk(buffer.subarray(0, count), offset)
      offset += count
    }
  } finally {
    closeSync(handle)
  }
}

/** Restored beside the till, examined as a backup is, and held against the till that sells. */
function compare(order: SecondCopyOrder, vault: Vault, manifest: Manifest, work: Work): void {
  const restored = join(order.workDir, READ_BACK)
  try {
    readCopy(order.chosen, vault, manifest, restored, work)
    work.step('checking', 0, 1)
    const copy = new Database(restored, { readonly: true, fileMustExist: true })
    const live = new Database(order.databaseFile, { readonly: true, fileMustExist: true })
    try {
      const { faults } = examine(copy, EVERY_BODY)
      const { lastSaleSeq } = manifest.facts
      const [there, here] = [sumsUpTo(copy, lastSaleSeq), sumsUpTo(live, lastSaleSeq)]
      const isSame = JSON.stringify(there) === JSON.stringify(here)
      const detail = faults[0] ?? (isSame ? null : `ventas ${there.sales} / ${here.sales}`)
      if (detail !== null) throw new SupportRefused('COPY_NOT_THE_SAME', { detail })
    } finally {
      copy.close()
      live.close()
    }
    work.step('checking', 1, 1)
  } finally {
    removeDatabase(restored)
  }
}

export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true })
}
