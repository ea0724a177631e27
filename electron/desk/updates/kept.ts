/**
 * Installers that lie here, each in a folder named by its version with the feed it was signed by.
 * They are believed again each time: signature, size, hash.
 */
import { createHash, type KeyObject } from 'node:crypto'
import { createReadStream, createWriteStream, readdirSync } from 'node:fs'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  installerIn,
  readRelease,
  type InstallerKind,
  type Release,
  type ReleaseFile,
} from '#shared/updates/release.ts'
import { compareVersions, VERSION_TEXT } from '#shared/updates/version.ts'
import { isSigned, type SignedFeed } from './signed.ts'
import type { Source } from './sources.ts'
import { keepingTrouble, ownTrouble, UpdateRefused } from './trouble.ts'

/** Stays free for sales and backups beside what is fetched. */
const ROOM_BYTES = 500_000_000
/** Where one comes in, and where an installer gets its own from. */
const PART = 'part'
export const HANDED = 'handed'
const NOTE = 'handed-version'
const FEED = 'feed.yml'
const SIGNATURE = 'feed.yml.sig'

export interface Kept {
  readonly release: Release
  readonly entry: ReleaseFile
  readonly file: string
}

export interface Keeping {
  readonly root: string
  readonly key: KeyObject
  readonly kind: InstallerKind
}

/** Newest first. Its hash is not looked at: `isWhole` is asked before it is used. */
export function keptIn({ root, key, kind }: Keeping): Kept[] {
  return namesIn(root)
    .filter((name) => VERSION_TEXT.test(name))
    .flatMap((version) => {
      const folder = join(root, version)
      const [feed, signature] = [
        readIfThere(join(folder, FEED)),
        readIfThere(join(folder, SIGNATURE)),
      ]
      if (feed === null || signature === null || !isSigned(key, feed, signature)) return []
      const release = readRelease(feed.toString('utf8'))
      const entry = release === null ? null : installerIn(release, kind)
      if (release === null || entry === null || release.version !== version) return []
      const file = join(folder, entry.url)
      const size = statSync(file, { throwIfNoEntry: false })?.size
      return size === entry.size ? [{ release, entry, file }] : []
    })
    .toSorted((one, other) => compareVersions(other.release.version, one.release.version))
}

export async function isWhole({ file, entry }: Kept): Promise<boolean> {
  const hash = createHash('sha512')
  try {
    for await (const piece of createReadStream(file)) hash.update(piece as Buffer)
  } catch {
    return false
  }
  return hash.digest('base64') === entry.sha512
}

/** Throws UpdateRefused; what came in half is gone then. */
export async function fetchKept(
  { root, kind }: Keeping,
  source: Source,
  { release, feed, signature }: SignedFeed,
  onBytes: (done: number, total: number) => void,
): Promise<void> {
  const entry = installerIn(release, kind)
  if (entry === null) throw new UpdateRefused('UPDATE_FEED_NOT_VALID', { place: source.name })
  const part = join(root, PART)
  try {
    rmSync(part, { recursive: true, force: true })
    mkdirSync(part, { recursive: true, mode: 0o700 })
    await expectRoom(root, entry.size)
    await copyProven(source, entry, join(part, entry.url), onBytes)
    writeFileSync(join(part, FEED), feed, { flush: true })
    writeFileSync(join(part, SIGNATURE), signature, { flush: true })
    const folder = join(root, release.version)
    rmSync(folder, { recursive: true, force: true })
    renameSync(part, folder)
  } catch (error) {
    throw ownTrouble(error, entry.size)
  } finally {
    forgetQuietly(part)
  }
}

/** Which version an installer was given, until the next start looks whether it is here. */
export const noteHanded = (root: string, version: string): void =>
  writeFileSync(join(root, NOTE), version, { mode: 0o600, flush: true })

/** The version an installer was given, told once. Never throws: the till is being opened. */
export function takeHanded(root: string): string | null {
  try {
    const version = readFileSync(join(root, NOTE), 'utf8')
    rmSync(join(root, NOTE))
    return VERSION_TEXT.test(version) ? version : null
  } catch {
    return null
  }
}

/** Of a run that was cut off, and what an installer has been given since. */
export function forgetLeftovers(root: string): void {
  for (const left of [PART, HANDED]) forgetQuietly(join(root, left))
}

export const forgetKept = (root: string, version: string): void =>
  forgetQuietly(join(root, version))

function forgetQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // Somebody has it open still; the next start, or the next version, tries again.
  }
}

async function expectRoom(root: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(root)
  // Once here, and once for whoever installs it.
  const missing = 2 * bytes + ROOM_BYTES - bavail * bsize
  if (missing > 0)
    throw new UpdateRefused('UPDATE_DISK_FULL', { megabytes: String(Math.ceil(missing / 1e6)) })
}

async function copyProven(
  source: Source,
  { url, size, sha512 }: ReleaseFile,
  file: string,
  onBytes: (done: number, total: number) => void,
): Promise<void> {
  const hash = createHash('sha512')
  const wrong = () => new UpdateRefused('UPDATE_FILE_WRONG', { file: url })
  let done = 0
  const counted = new Transform({
    transform(piece: Buffer, _encoding, next) {
      done += piece.length
      if (done > size) return next(wrong())
      hash.update(piece)
      onBytes(done, size)
      next(null, piece)
    },
  })
  const stream = await source.stream(url)
  try {
    await pipeline(stream, counted, createWriteStream(file, { mode: 0o600, flush: true }))
  } catch (error) {
    throw keepingTrouble(error, source.name, size)
  }
  if (done !== size || hash.digest('base64') !== sha512) throw wrong()
}

/** What cannot be read is no version that could be installed. */
function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
