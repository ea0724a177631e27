/** The folder of a till, found again where an older version had it. */
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { lockDataFolder } from '#till/db/data-lock.ts'
import { makeDataFolder } from './make-folder.ts'

/** The order matters: whoever finds the till's own part moved finds everything moved. */
const PARTS = ['service', 'till'] as const

/**
 * Moves a till that an older version kept elsewhere, once, when there is none here and nobody has
 * it open. Cut short at any point it goes on at the next start. Throws DataFolderInUse.
 */
export function adoptOldFolder(oldDir: string, dataDir: string): void {
  const hasTill = (folder: string) => existsSync(join(folder, 'till', 'till.db'))
  if (resolve(oldDir) === resolve(dataDir) || !hasTill(oldDir)) return
  if (existsSync(join(dataDir, 'till'))) return
  makeDataFolder(dataDir)
  // Windows moves nothing that is open, so the lock is let go of just before.
  lockDataFolder(join(oldDir, 'till'), 'mudanza')()
  for (const part of PARTS) move(join(oldDir, part), join(dataDir, part))
}

function move(from: string, to: string): void {
  if (!existsSync(from) || existsSync(to)) return
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    // Another disk: complete under another name first, and the old one stays.
    const copy = `${to}.copia`
    rmSync(copy, { recursive: true, force: true })
    cpSync(from, copy, { recursive: true, preserveTimestamps: true })
    renameSync(copy, to)
    renameSync(from, `${from}.movida`)
  }
}
