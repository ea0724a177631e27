/** The folder of a till, found again where an older version had it. */
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { lockDataFolder } from '#till/kernel/data-lock.ts'
import { makeDataFolder } from './make-folder.ts'

/** The order matters: whoever finds the till's own part moved finds everything moved. */
const PARTS = ['service', 'till'] as const

/** While it moves: who comes second goes away with a sentence. */
const MOVING = 'mudanza'
/** What locks a folder says nothing of it, and on Windows cannot be read while it does. */
const LOCK_FILES: readonly string[] = ['lock.db', 'lock.db-journal', 'in-use-by.txt']

/**
 * Moves a till that an older version kept elsewhere, once, when there is none here and nobody has
 * it open. Cut short at any point it goes on at the next start. Throws DataFolderInUse.
 */
export function adoptOldFolder(oldDir: string, dataDir: string): void {
  if (!isToAdopt(oldDir, dataDir)) return
  makeDataFolder(dataDir)
  const unlockHere = lockDataFolder(join(dataDir, MOVING), 'mudanza')
  try {
    // Another program may have done it until the lock was ours.
    if (!isToAdopt(oldDir, dataDir)) return
    // Windows moves nothing that is open, so the lock is let go of just before.
    lockDataFolder(join(oldDir, 'till'), 'mudanza')()
    for (const part of PARTS) move(join(oldDir, part), join(dataDir, part))
  } finally {
    unlockHere()
    rmSync(join(dataDir, MOVING), { recursive: true, force: true })
  }
}

function isToAdopt(oldDir: string, dataDir: string): boolean {
  const isElsewhere = resolve(oldDir) !== resolve(dataDir)
  const hasTill = existsSync(join(oldDir, 'till', 'till.db'))
  return isElsewhere && hasTill && !existsSync(join(dataDir, 'till'))
}

function move(from: string, to: string): void {
  if (!existsSync(from) || existsSync(to)) return
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    copyOver(from, to)
    renameSync(from, `${from}.movida`)
  }
}

/** To another disk: complete under another name first. Nobody opens it meanwhile. */
function copyOver(from: string, to: string): void {
  const unlock = lockDataFolder(from, 'mudanza')
  try {
    const copy = `${to}.copia`
    rmSync(copy, { recursive: true, force: true })
    const filter = (file: string) => !LOCK_FILES.includes(basename(file))
    cpSync(from, copy, { recursive: true, preserveTimestamps: true, filter })
    renameSync(copy, to)
  } finally {
    unlock()
  }
}
