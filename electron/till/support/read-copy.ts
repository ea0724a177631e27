/** A copy read back into one file of the till's own, every byte of it proven. */
import { createHash } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { hashFile } from '../durability/durable-files.ts'
import { isRealFile, isThere } from './medium-files.ts'
import { SealBroken } from './sealing.ts'
import { onMedium, onOwnDisk, SupportRefused } from './trouble.ts'
import { chunkSeal, type ChunkPlace, type Manifest, type Vault } from './vault.ts'
import type { Work } from './work.ts'

const CHUNK_BYTES_MAX = 1024 * 1024

/** Throws COPY_DAMAGED, COPY_PLACE_PULLED or OWN_DISK_FULL; the file is gone then. */
export function readCopy(
  chosen: string,
  vault: Vault,
  manifest: Manifest,
  into: string,
  work: Work,
): void {
  try {
    const handle = onOwnDisk(() => openSync(into, 'w', 0o600))
    let packs: readonly number[] = []
    try {
      packs = onMedium(chosen, true, () => openPacks(vault, manifest))
      let offset = 0
      for (const place of manifest.chunks) {
        const plain = onMedium(chosen, true, () => readChunk(vault, packs, place))
        onOwnDisk(() => writeWhole(handle, plain, offset))
        offset += plain.length
        work.step('reading', offset, manifest.fileBytes)
      }
      onOwnDisk(() => fsyncSync(handle))
    } finally {
      for (const pack of [handle, ...packs]) closeSync(pack)
    }
    if (hashFile(into) !== manifest.sha256)
      throw new SupportRefused('COPY_DAMAGED', { detail: 'SHA-256' })
  } catch (error) {
    rmSync(into, { force: true })
    throw error
  }
}

function openPacks({ folder }: Vault, { packs }: Manifest): number[] {
  const open: number[] = []
  try {
    for (const name of packs) {
      const file = join(folder, name)
      // A pipe would be waited for.
      if (isThere(file) && !isRealFile(file))
        throw new SupportRefused('COPY_DAMAGED', { detail: name })
      open.push(openSync(file, 'r'))
    }
    return open
  } catch (error) {
    for (const handle of open) closeSync(handle)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || !existsSync(folder)) throw error
    throw new SupportRefused('COPY_DAMAGED', { detail: packs[open.length] ?? '' })
  }
}

function readChunk(vault: Vault, packs: readonly number[], place: ChunkPlace): Buffer {
  const [hash, pack, offset, bytes] = place
  const sealed = Buffer.allocUnsafe(bytes)
  const count = readSync(packs[pack] ?? -1, sealed, 0, bytes, offset)
  try {
    const plain = vault.sealer.open(
      sealed.subarray(0, count),
      chunkSeal(vault, hash),
      CHUNK_BYTES_MAX,
    )
    if (createHash('sha256').update(plain).digest('hex').startsWith(hash)) return plain
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
  }
  throw new SupportRefused('COPY_DAMAGED', { detail: `${hash.slice(0, 8)}` })
}

function writeWhole(handle: number, bytes: Buffer, offset: number): void {
  for (let done = 0; done < bytes.length; )
    done += writeSync(handle, bytes, done, bytes.length - done, offset + done)
}
