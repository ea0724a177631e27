/**
 * Folders of the till's own where whole copies of its database lie for a moment: one program at a
 * time, the till or support by hand, and nothing is left of one that was killed.
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DataFolderInUse, lockDataFolder } from '../../kernel/data-lock.ts'
import { SupportRefused } from './trouble.ts'

const CONTENT = 'now'

/** Returns where to work, and how it ends. Throws SUPPORT_BUSY while another is at work there. */
export function beginWork(folder: string): { readonly dir: string; readonly end: () => void } {
  const unlock = lock(folder)
  const dir = join(folder, CONTENT)
  try {
    rmSync(dir, { recursive: true, force: true })
    mkdirSync(dir, { mode: 0o700 })
  } catch (error) {
    unlock()
    throw error
  }
  const end = () => {
    try {
      rmSync(dir, { recursive: true, force: true })
    } finally {
      unlock()
    }
  }
  return { dir, end }
}

/** Of a program that was killed; what somebody works on just now is theirs. */
export function clearWork(folder: string): void {
  if (!existsSync(folder) || !readdirSync(folder).includes(CONTENT)) return
  try {
    beginWork(folder).end()
  } catch (error) {
    if (!(error instanceof SupportRefused)) throw error
  }
}

function lock(folder: string): () => void {
  try {
    return lockDataFolder(folder, `proceso ${process.pid}`)
  } catch (error) {
    if (error instanceof DataFolderInUse) throw new SupportRefused('SUPPORT_BUSY')
    throw error
  }
}
