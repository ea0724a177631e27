/**
 * A till that has arrived is put in place file by file, from any step on: `arrival` under its name
 * is complete, and what lay there before goes to quarantine.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { EpochMs } from '#shared/core/brand.ts'
import { flushFolder, renameDurably } from '../durability/durable-files.ts'
import { quarantineDatabase } from '../durability/restore.ts'
import type { TillFolder } from '../durability/till-folder.ts'
import { forgetClaim } from './claims.ts'
import { textOf } from './move-package.ts'

/** What is one till's alone: another's seal, PINs or service key must not stay beside its data. */
export const OWN_FILES = [
  'own-secret',
  'pin-pepper',
  'service-key',
  'second-copy-key',
  'mail-password',
] as const

/** In the folder of what arrives: which package it was. */
export const PACKAGE = 'package'

/**
 * Returns the quarantine folder, or null when there was nothing to do or nothing to keep. Call with
 * the lock held, before opening.
 */
export function finishArrival(folder: TillFolder, at: EpochMs): string | null {
  rmSync(folder.arriving, { recursive: true, force: true })
  if (!existsSync(folder.arrival)) return null
  const quarantine: string[] = []
  const inArrival = (name: string) => join(folder.arrival, name)
  if (existsSync(inArrival('till.db'))) {
    for (const name of OWN_FILES) settleOwnFile(folder, name, at, (kept) => quarantine.push(kept))
    for (const name of existsSync(inArrival('pdf')) ? readdirSync(inArrival('pdf')) : []) {
      mkdirSync(join(folder.folder, 'pdf'), { recursive: true, mode: 0o700 })
      renameDurably(join(inArrival('pdf'), name), join(folder.folder, 'pdf', name))
    }
    // Last of all: where it is gone everything else is in place.
    const kept = quarantineDatabase(folder, at)
    if (kept !== null) quarantine.push(kept)
    renameDurably(inArrival('till.db'), folder.database)
  }
  forgetClaim(folder, textOf(inArrival(PACKAGE)) ?? '')
  rmSync(folder.arrival, { recursive: true, force: true })
  flushFolder(folder.folder)
  return quarantine[0] ?? null
}

/** The one of before is set aside also where the till that arrives has none: an empty file then. */
function settleOwnFile(
  folder: TillFolder,
  name: string,
  at: EpochMs,
  onKept: (folder: string) => void,
): void {
  const [there, here] = [join(folder.arrival, name), join(folder.folder, name)]
  // Gone from there: it was put in place before.
  if (!existsSync(there)) return
  if (existsSync(here)) {
    const target = join(folder.quarantine, new Date(at).toISOString().replace(/[:.]/g, '-'))
    mkdirSync(target, { recursive: true, mode: 0o700 })
    renameSync(here, join(target, name))
    for (const changed of [target, folder.quarantine, folder.folder]) flushFolder(changed)
    onKept(target)
  }
  if (statSync(there).size > 0) renameDurably(there, here)
  else rmSync(there)
}
