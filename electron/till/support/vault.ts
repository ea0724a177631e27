/**
 * A vault: one till's copies in a folder of the owner's. A copy is a manifest that names, in order,
 * the chunks its database is made of; chunks are found by their content, so a copy only adds those
 * that are new. Both are sealed. Whatever has no manifest under its final name is no copy.
 */
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { EpochMs } from '#shared/core/brand.ts'
import { backupName, backupsAmong, expiredBackups } from '../durability/backup-names.ts'
import type { CopyFacts } from './copy-facts.ts'
import { isThere, openFresh, readSmall, writeFlushed } from './medium-files.ts'
import { isKeyOf, keyCheck, SealBroken, sealerOf, type Sealer } from './sealing.ts'
import { SupportRefused } from './trouble.ts'

export const VAULT_FOLDER = 'Meson-respaldo'
const HEAD_FILE = 'boveda.json'
const README_FILE = 'LEAME.txt'
export const UNFINISHED = '.sin-terminar'
const MANIFEST = '.copia'
const PACK = '.datos'
const MANIFEST_BYTES_MAX = 64 * 1024 * 1024
const HEAD_BYTES_MAX = 4_096

const headSchema = z.object({
  format: z.literal('meson-respaldo-1'),
  vaultId: z.string().regex(/^[0-9a-f]{16}$/),
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  check: z.string().max(64),
})
export type VaultHead = z.output<typeof headSchema>

/** Hash of the plain bytes, the pack it lies in, where, and how long it is there. */
export type ChunkPlace = readonly [hash: string, pack: number, offset: number, bytes: number]

export interface Manifest {
  readonly at: EpochMs
  readonly facts: CopyFacts
  readonly fileBytes: number
  readonly sha256: string
  readonly packs: readonly string[]
  readonly chunks: readonly ChunkPlace[]
}

export interface Vault {
  /** The vault's own folder. */
  readonly folder: string
  readonly vaultId: string
  readonly sealer: Sealer
  readonly key: Uint8Array
}

export const vaultHeadFile = (chosen: string) => join(chosen, VAULT_FOLDER, HEAD_FILE)

/** In the folder the owner chose; null where there is none. Throws what the file system says. */
export function readVaultHead(chosen: string): VaultHead | null {
  const file = vaultHeadFile(chosen)
  const folder = lstatSync(join(chosen, VAULT_FOLDER), { throwIfNoEntry: false })
  // A link would lead the copies to where they are not wanted, the till's own disk above all.
  if (folder?.isDirectory() === false) throw new SupportRefused('FOLDER_NOT_VALID', {}, 'folder')
  if (folder === undefined || !isThere(file)) {
    // An empty mount point exists as well: asking it tells a missing stick from a new one.
    statSync(chosen)
    return null
  }
  try {
    const head = readSmall(file, HEAD_BYTES_MAX)
    return headSchema.parse(JSON.parse(head?.toString('utf8') ?? ''))
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof z.ZodError)) throw error
    throw new SupportRefused('COPY_DAMAGED', { detail: HEAD_FILE })
  }
}

/** No copy was ever finished there: whatever its code was, it opens nothing. */
export function isWithoutCopies(chosen: string): boolean {
  return !readdirSync(join(chosen, VAULT_FOLDER)).some((name) => name.endsWith(MANIFEST))
}

/** Begins one in a folder that is there. */
export function makeVault(chosen: string, vaultId: string, salt: Buffer, key: Uint8Array): void {
  const folder = join(chosen, VAULT_FOLDER)
  mkdirSync(folder, { recursive: true })
  const head: VaultHead = {
    format: 'meson-respaldo-1',
    vaultId,
    salt: salt.toString('hex'),
    check: keyCheck(key),
  }
  writeOnMedium(join(folder, README_FILE), Buffer.from(README))
  writeOnMedium(join(folder, HEAD_FILE), Buffer.from(JSON.stringify(head)))
}

const README = `Copias selladas de una caja Mesón. Se abren solo con el código que se anotó al elegir esta carpeta.
Restaurar: en la caja, Ajustes, Soporte. No borre ni cambie archivos: cada copia usa los de las anteriores.

Sealed copies of a Mesón till. Only the code written down when this folder was chosen opens them.
`

/** Throws COPY_PLACE_AWAY and COPY_CODE_WRONG. */
export function openVault(chosen: string, vaultId: string | null, key: Uint8Array): Vault {
  const head = readVaultHead(chosen)
  if (head === null) throw new SupportRefused('COPY_PLACE_AWAY', { folder: chosen })
  if (vaultId !== null && head.vaultId !== vaultId)
    throw new SupportRefused('COPY_PLACE_OF_ANOTHER', {}, 'code')
  if (!isKeyOf(key, head.check)) throw new SupportRefused('COPY_CODE_WRONG', {}, 'code')
  return { folder: join(chosen, VAULT_FOLDER), vaultId: head.vaultId, sealer: sealerOf(key), key }
}

/** By name, newest first, unread. */
export function copiesIn({ folder }: Vault): { readonly name: string; readonly at: EpochMs }[] {
  return manifestsIn(folder).map(({ name, at }) => ({ name: stemOf(name), at }))
}

function manifestsIn(folder: string) {
  const names = readdirSync(folder).filter((name) => name.endsWith(MANIFEST))
  return backupsAmong(names.map((name) => `${stemOf(name)}.db`))
}

const stemOf = (name: string) => name.slice(0, name.lastIndexOf('.'))

/** The name of a copy made now. */
export const copyName = (at: EpochMs) => stemOf(backupName(at, 'asked'))

/** Throws COPY_NOT_FOUND or COPY_DAMAGED. */
export function readManifest(vault: Vault, name: string, suffix = ''): Manifest {
  const file = join(vault.folder, `${name}${MANIFEST}${suffix}`)
  if (!isThere(file)) throw new SupportRefused('COPY_NOT_FOUND')
  try {
    // What was too long is no more whole than what was cut.
    const sealed = readSmall(file, MANIFEST_BYTES_MAX) ?? Buffer.alloc(0)
    const plain = vault.sealer.open(sealed, manifestSeal(vault, name), MANIFEST_BYTES_MAX)
    return JSON.parse(plain.toString('utf8')) as Manifest
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    throw new SupportRefused('COPY_DAMAGED', { detail: name })
  }
}

const manifestSeal = ({ vaultId }: Vault, name: string) => `manifest ${vaultId} ${name}`
export const chunkSeal = ({ vaultId }: Vault, hash: string) => `chunk ${vaultId} ${hash}`

/** Whole and on the medium, but no copy yet: `name` it when it has been read back. */
export function writeManifest(vault: Vault, name: string, manifest: Manifest): () => void {
  const sealed = vault.sealer.seal(Buffer.from(JSON.stringify(manifest)), manifestSeal(vault, name))
  const file = join(vault.folder, `${name}${MANIFEST}`)
  writeFlushed(file + UNFINISHED, sealed)
  return () => {
    renameSync(file + UNFINISHED, file)
    settleFolder(vault.folder)
  }
}

export interface PackWriter {
  readonly name: string
  readonly bytes: () => number
  add(sealed: Buffer): void
  /** Flushed and under its name. */
  finish(): void
  abandon(): void
}

/** New chunks of one copy, one after the other. */
export function beginPack({ folder }: Vault, copy: string): PackWriter {
  const name = `${copy}${PACK}`
  const file = join(folder, name)
  let handle: number | null = openFresh(file + UNFINISHED)
  let bytes = 0
  const close = () => {
    if (handle !== null) closeSync(handle)
    handle = null
  }
  return {
    name,
    bytes: () => bytes,
    add(sealed) {
      for (let done = 0; done < sealed.length; ) done += writeSync(handle ?? -1, sealed, done)
      bytes += sealed.length
    },
    finish() {
      fsyncSync(handle ?? -1)
      close()
      renameSync(file + UNFINISHED, file)
      settleFolder(folder)
    },
    abandon() {
      try {
        close()
        for (const each of [file, file + UNFINISHED]) rmSync(each, { force: true })
      } catch {
        // The stick is gone; what is left on it has no manifest, and goes at the next copy.
      }
    },
  }
}

/** What no copy needs: older copies than are kept, packs nobody names, what was cut short. */
export function tidyVault(vault: Vault): void {
  const all = manifestsIn(vault.folder)
  const expired = new Set(expiredBackups(all).map(({ name }) => name))
  for (const name of expired) rmSync(join(vault.folder, `${stemOf(name)}${MANIFEST}`))
  const kept = all.filter(({ name }) => !expired.has(name)).map(({ name }) => stemOf(name))
  const manifests = kept.flatMap((name) => readable(vault, name))
  // One that cannot be read may still be needed, by whoever mends the stick.
  if (manifests.length < kept.length) return
  const named = new Set(manifests.flatMap(({ packs }) => packs))
  for (const name of readdirSync(vault.folder))
    if (name.endsWith(UNFINISHED) || (name.endsWith(PACK) && !named.has(name)))
      rmSync(join(vault.folder, name), { force: true })
}

export function readable(vault: Vault, name: string): Manifest[] {
  try {
    return [readManifest(vault, name)]
  } catch (error) {
    if (error instanceof SupportRefused) return []
    throw error
  }
}

function writeOnMedium(file: string, bytes: Buffer): void {
  writeFlushed(file + UNFINISHED, bytes)
  renameSync(file + UNFINISHED, file)
}

const CANNOT_FLUSH_FOLDERS = ['EINVAL', 'ENOTSUP', 'EISDIR', 'EPERM', 'EACCES']

/** Network shares and some systems have no such call for folders. */
export function settleFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!CANNOT_FLUSH_FOLDERS.includes(code)) throw error
  }
}
