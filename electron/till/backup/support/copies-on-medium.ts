/**
 * The copies in a folder of the owner's. A copy's name tells when it was made, which key opens it
 * and, to who has the key, whose it is; what has no such name is no copy.
 */
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { parseCode } from '#shared/text/recovery-code.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { asOf, backupName, backupsAmong, expiredBackups } from '../../kernel/backup-names.ts'
import type { BackupReason } from '../../kernel/backup-names.ts'
import { flushFolder } from '../../kernel/durable-files.ts'
import { keyFromCode, tagOf, tillTagOf, type CopyKey } from './copy-key.ts'
import { isThere, writeFlushed } from './medium-files.ts'
import { onMedium, SupportRefused } from './trouble.ts'

export const COPIES_FOLDER = 'Meson-respaldo'
const README_FILE = 'LEAME.txt'
export const UNFINISHED = '.sin-terminar'
const NAME = /^(till-\d{8}T\d{9}Z-[a-z]{3,12})\.([0-9a-f]{16})\.([0-9a-f]{8})(\.abierta)?\.age$/
const OPENED = '.abierta.age'
/** Never thrown away to make room for a newer one. */
const KEPT_NEWEST = 4

/** Of a till: what stands in the names of its copies. */
interface WhoseCopies {
  readonly rut: string
  readonly registerNumber: number
}

export interface CopyFile {
  readonly name: string
  readonly at: EpochMs
  readonly file: string
  readonly tag: string
  readonly tillTag: string
  /** Of a till that moves: somebody has woken it out of this file. */
  readonly isOpened: boolean
}

/** It is there also before the first copy: an empty mount point has none. */
export const placeMark = (chosen: string) => join(chosen, COPIES_FOLDER, README_FILE)

/** Null where no copies were ever begun. Throws what the file system says. */
function copiesFolder(chosen: string): string | null {
  const folder = join(chosen, COPIES_FOLDER)
  const facts = lstatSync(folder, { throwIfNoEntry: false })
  // A link would lead the copies to where they are not wanted, the till's own disk above all.
  if (facts?.isDirectory() === false) throw new SupportRefused('FOLDER_NOT_VALID', {}, 'folder')
  if (facts !== undefined && isThere(placeMark(chosen))) return folder
  // An empty mount point exists as well: asking it tells a missing stick from a new one.
  statSync(chosen)
  return null
}

/** In a folder that is there. */
export function beginPlace(chosen: string): void {
  if (copiesFolder(chosen) !== null) return
  mkdirSync(join(chosen, COPIES_FOLDER), { recursive: true })
  const file = placeMark(chosen)
  writeFlushed(file + UNFINISHED, Buffer.from(README))
  renameSync(file + UNFINISHED, file)
}

const README = `Copias selladas de una caja Mesón, cada una en un archivo. Se abren solo con el código que se anotó.
Restaurar: en la caja, Ajustes, Soporte. Un archivo que sobra se puede borrar; no les cambie el nombre.

Sealed copies of a Mesón till, a file each. Only the code that was written down opens them.
Format: age (age-encryption.org), inside a tar packed by gzip.
`

/** All of them, newest first, unread; null where none were begun. */
export function allCopies(chosen: string): readonly CopyFile[] | null {
  const folder = copiesFolder(chosen)
  if (folder === null) return null
  const byStem = readdirSync(folder).flatMap((file) => {
    const [, name, tag = '', tillTag = '', opened] = NAME.exec(file) ?? []
    const [made] = name === undefined ? [] : backupsAmong([`${name}.db`])
    if (name === undefined || made === undefined) return []
    const isOpened = opened !== undefined
    return [{ name, at: made.at, file: join(folder, file), tag, tillTag, isOpened }]
  })
  // One that was put back beside its opened self is opened.
  const opened = new Set(byStem.filter(({ isOpened }) => isOpened).map(idOf))
  return byStem
    .filter((copy) => copy.isOpened || !opened.has(idOf(copy)))
    .sort((a, b) => b.at - a.at)
}

const idOf = ({ name, tag }: Pick<CopyFile, 'name' | 'tag'>) => `${name} ${tag}`

/** Those that this key opens. Throws COPY_PLACE_AWAY. */
export function copiesOf(chosen: string, key: CopyKey): readonly CopyFile[] {
  const all = allCopies(chosen)
  if (all === null) throw new SupportRefused('COPY_PLACE_AWAY', { folder: chosen })
  return all.filter(({ tag }) => tag === tagOf(key))
}

/**
 * The key to the copies there: of the code that was typed, or else the till's own. Throws
 * COPY_PLACE_AWAY, RECOVERY_CODE_NOT_VALID, COPY_CODE_WRONG and COPY_PLACE_OF_ANOTHER.
 */
export function keyTo(chosen: string, code: string | null, ownKey: CopyKey | null): CopyKey {
  const key = code === null ? ownKey : keyOfTyped(code)
  const isOpened = key !== null && onMedium(chosen, false, () => copiesOf(chosen, key)).length > 0
  if (key !== null && isOpened) return key
  if (onMedium(chosen, false, () => allCopies(chosen)) === null)
    throw new SupportRefused('COPY_PLACE_AWAY', { folder: chosen })
  throw new SupportRefused(code === null ? 'COPY_PLACE_OF_ANOTHER' : 'COPY_CODE_WRONG', {}, 'code')
}

function keyOfTyped(typed: string): CopyKey {
  const code = parseCode(typed)
  if (!code.ok) throw new SupportRefused(code.refusal.code, {}, 'code')
  return keyFromCode(code.value)
}

/** Throws COPY_NOT_FOUND. */
export function copyNamed(chosen: string, key: CopyKey, name: string): CopyFile {
  const found = copiesOf(chosen, key).find((copy) => copy.name === name)
  if (found === undefined) throw new SupportRefused('COPY_NOT_FOUND')
  return found
}

/** `moved`: the till is at rest, and wakes out of it elsewhere. */
type CopyReason = Extract<BackupReason, 'asked' | 'moved'>

/** What a copy made now is called, and its file. */
export function newCopy(
  chosen: string,
  key: CopyKey,
  { at, reason, ...whose }: WhoseCopies & { readonly at: EpochMs; readonly reason: CopyReason },
): CopyFile {
  const name = backupName(at, reason).replace(/\.db$/, '')
  const [tag, tillTag] = [tagOf(key), tillTagOf(key, whose)]
  const file = join(chosen, COPIES_FOLDER, `${name}.${tag}.${tillTag}.age`)
  return { name, at, file, tag, tillTag, isOpened: false }
}

/** Whole and read back: from here on it is a copy. */
export function nameCopy({ file }: CopyFile): void {
  renameSync(file + UNFINISHED, file)
  settleFolder(join(file, '..'))
}

/**
 * Whether nobody woke this till before; from here on somebody has, for everybody who finds the
 * file. A medium that does not take the name proves nothing, so then it is not known.
 */
export function claimCopy(file: string): boolean {
  if (file.endsWith(OPENED)) return false
  try {
    renameSync(file, file.replace(/\.age$/, OPENED))
    settleFolder(join(file, '..'))
    return true
  } catch (error) {
    if (typeof (error as NodeJS.ErrnoException).code !== 'string') throw error
    return false
  }
}

/** The oldest go first where a copy as large as the newest has no room. */
export function makeRoom(chosen: string, key: CopyKey, now: EpochMs, free = freeBytes): void {
  const copies = asOf(copiesOf(chosen, key), now)
  const needed = copies[0] === undefined ? 0 : statSync(copies[0].file).size * 1.2
  while (copies.length > KEPT_NEWEST && free(chosen) < needed) rmSync(copies.pop()!.file)
}

function freeBytes(chosen: string): number {
  const { bavail, bsize } = statfsSync(chosen)
  return bavail * bsize
}

/** Older copies than are kept, and what was cut short. */
export function tidyCopies(chosen: string, key: CopyKey, now: EpochMs): void {
  const copies = copiesOf(chosen, key)
  const names = copies.map(({ name, at }) => ({ name, at, reason: 'asked' as const }))
  const expired = new Set(expiredBackups(names, now).map(({ name }) => name))
  for (const { name, file } of copies) if (expired.has(name)) rmSync(file, { force: true })
  const folder = join(chosen, COPIES_FOLDER)
  // Of this key alone: another till may be at work on its own.
  for (const name of readdirSync(folder))
    if (name.includes(tagOf(key)) && name.endsWith(UNFINISHED))
      rmSync(join(folder, name), { force: true })
}

const CANNOT_FLUSH_FOLDERS = ['EINVAL', 'ENOTSUP', 'EISDIR', 'EPERM', 'EACCES']

/** Network shares and some systems have no such call for folders. */
function settleFolder(folder: string): void {
  try {
    flushFolder(folder)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!CANNOT_FLUSH_FOLDERS.includes(code)) throw error
  }
}
