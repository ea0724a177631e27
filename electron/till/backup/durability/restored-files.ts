/**
 * What a till that moves brings beside its database: its own secrets, and papers still to come.
 * They are put in place before the database is, file by file, from any step on.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { EpochMs } from '#shared/core/brand.ts'
import { flushFile, flushFolder, renameDurably } from '../../kernel/durable-files.ts'
import type { TillFolder } from '../../kernel/till-folder.ts'
import { movedSecrets, TILL_SECRETS, type MovedSecretFile } from '../../kernel/till-secrets.ts'

/** What is one till's alone: another's seal, PINs or service key must not stay beside its data. */
export type OwnFile = MovedSecretFile | 'second-copy-key'
export const OWN_FILES: readonly OwnFile[] = [
  ...movedSecrets.map((name) => TILL_SECRETS[name].file),
  'second-copy-key',
]

/** Where the files lie that come with a database of that name. */
export const filesBeside = (database: string) => `${database}.files`

/** Takes those of a looked-at copy along; they count once the database has its name. */
export function takeAlong(from: string, { restored, folder }: TillFolder): void {
  const there = filesBeside(restored)
  rmSync(there, { recursive: true, force: true })
  if (!existsSync(filesBeside(from))) return
  renameSync(filesBeside(from), there)
  for (const name of OWN_FILES) if (existsSync(join(there, name))) flushFile(join(there, name))
  for (const changed of [join(there, 'pdf'), there, folder]) flushFolder(changed)
}

/** With the lock held, before the database is put in place. `quarantine`: of what was here. */
export function settleOwnFiles(folder: TillFolder, at: EpochMs): void {
  const there = filesBeside(folder.restored)
  if (!existsSync(there)) return
  for (const name of OWN_FILES) settleOwnFile(folder, join(there, name), name, at)
  const papers = join(there, 'pdf')
  for (const name of existsSync(papers) ? readdirSync(papers) : []) {
    mkdirSync(join(folder.folder, 'pdf'), { recursive: true, mode: 0o700 })
    renameDurably(join(papers, name), join(folder.folder, 'pdf', name))
  }
  rmSync(there, { recursive: true, force: true })
}

/** The one of before is set aside also where the till that comes has none: an empty file then. */
function settleOwnFile(folder: TillFolder, there: string, name: string, at: EpochMs): void {
  // Gone from there: it was put in place before.
  if (!existsSync(there)) return
  const here = join(folder.folder, name)
  if (existsSync(here)) {
    const target = quarantineOf(folder, at)
    mkdirSync(target, { recursive: true, mode: 0o700 })
    renameSync(here, join(target, name))
    for (const changed of [target, folder.quarantine, folder.folder]) flushFolder(changed)
  }
  if (statSync(there).size > 0) renameDurably(there, here)
  else rmSync(there)
}

export const quarantineOf = (folder: TillFolder, at: EpochMs) =>
  join(folder.quarantine, new Date(at).toISOString().replace(/[:.]/g, '-'))
