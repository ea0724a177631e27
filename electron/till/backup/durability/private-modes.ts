/** What the till keeps is nobody else's on this machine, also where it was laid down otherwise. */
import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pause } from '../../kernel/pause.ts'
import type { Clock } from '../../kernel/ports.ts'
import type { TillFolder } from '../../kernel/till-folder.ts'

const OTHERS = 0o077
/** Beside the till's own, in the same data folder; what is in them is reached through them only. */
const NEIGHBOURS = ['service', 'browser'] as const

/** All that a till lays into its data folder; what is not in this list is somebody else's. */
const OWN_NAMES: ReadonlySet<string> = new Set([
  ...['till', 'practica', 'tienda', 'dentro-de-la-practica', 'logs', 'window.json'],
  ...['chromium', 'crash-dumps', 'kiosk-port', 'updates', ...NEIGHBOURS],
  ...['SingletonLock', 'SingletonCookie', 'SingletonSocket', 'Local State'],
])

type FolderAround = 'private' | 'closed' | 'open'

/**
 * The data folder itself: taken from others when there is nothing but the till's in it. Somebody
 * may have named a folder that is not the till's alone; then it stays as it is, and is `open`.
 */
export function closeFolderAround({ folder }: TillFolder): FolderAround {
  if (process.platform === 'win32') return 'private'
  const around = dirname(folder)
  const found = lstatSync(around, { throwIfNoEntry: false })
  if (found === undefined || (found.mode & OTHERS) === 0) return 'private'
  const isOwn = namesIn(around).every((name) => OWN_NAMES.has(name))
  return isOwn && !found.isSymbolicLink() && tighten(around, found.mode) ? 'closed' : 'open'
}

/** Files looked at before the counter gets its turn again. */
const SLICE_FILES = 200
const SLICE_PAUSE_MS = 20

/**
 * Takes away what others may do with the folder, its own files and the folders in it: the secrets
 * lie there, and what is deeper is reached through them only. Returns what it mended; what cannot
 * be mended stays as it is.
 */
export function mendModes({ folder }: TillFolder): string[] {
  if (process.platform === 'win32') return []
  const neighbours = NEIGHBOURS.map((name) => join(dirname(folder), name))
  const own = namesIn(folder).map((name) => join(folder, name))
  return [folder, ...own, ...neighbours].filter((path) => look(path).isMended)
}

/** The same of all that lies deeper, behind the open window, until `signal` aborts. */
export async function mendDeepModes(
  { folder }: TillFolder,
  clock: Pick<Clock, 'after'>,
  signal: AbortSignal,
): Promise<string[]> {
  if (process.platform === 'win32') return []
  const mended: string[] = []
  const folders = [folder]
  let seen = 0
  for (let at = folders.pop(); at !== undefined; at = folders.pop())
    for (const name of namesIn(at)) {
      const path = join(at, name)
      const { isMended, isFolder } = look(path)
      if (isMended) mended.push(path)
      if (isFolder) folders.push(path)
      seen += 1
      if (seen % SLICE_FILES === 0) await pause(clock, SLICE_PAUSE_MS, signal)
      if (signal.aborted) return mended
    }
  return mended
}

function look(path: string): { readonly isMended: boolean; readonly isFolder: boolean } {
  const found = lstatSync(path, { throwIfNoEntry: false })
  // A link leads to what may be somebody else's.
  if (found === undefined || found.isSymbolicLink()) return { isMended: false, isFolder: false }
  const isMended = (found.mode & OTHERS) !== 0 && tighten(path, found.mode)
  return { isMended, isFolder: found.isDirectory() }
}

function tighten(path: string, mode: number): boolean {
  try {
    chmodSync(path, mode & 0o7777 & ~OTHERS)
    return true
  } catch {
    return false
  }
}

function namesIn(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
