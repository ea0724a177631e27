/** What the till keeps is nobody else's on this machine, also where it was laid down otherwise. */
import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TillFolder } from './till-folder.ts'

const OTHERS = 0o077
/** Beside the till's own, in the same data folder; what is in them is reached through them only. */
const NEIGHBOURS = ['service', 'browser'] as const

/** Takes away what others may do. Returns what it mended; what cannot be mended stays as it is. */
export function mendModes({ folder }: TillFolder): string[] {
  if (process.platform === 'win32') return []
  const mended: string[] = []
  const visit = (path: string, isDeep: boolean) => {
    const found = lstatSync(path, { throwIfNoEntry: false })
    // A link leads to what may be somebody else's.
    if (found === undefined || found.isSymbolicLink()) return
    if ((found.mode & OTHERS) !== 0 && tighten(path, found.mode)) mended.push(path)
    if (isDeep && found.isDirectory())
      for (const name of namesIn(path)) visit(join(path, name), true)
  }
  visit(folder, true)
  // Not the data folder itself: somebody may have named a folder that is not the till's alone.
  for (const name of NEIGHBOURS) visit(join(dirname(folder), name), false)
  return mended
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
