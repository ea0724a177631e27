/** Looking at a backup before it is used: brought here, proven, and held against the till. */
import { copyFileSync, existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import Database from 'better-sqlite3'
import type { BackupChoice } from '#shared/bridge/support.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import type { Clp } from '#shared/money/clp.ts'
import { parseCode } from '#shared/support/recovery-code.ts'
import { flushFile } from '../durability/durable-files.ts'
import { checkBackup, RestoreRefused } from '../durability/restore.ts'
import { tillFolder } from '../durability/till-folder.ts'
import { factsIn, refuseNewer, type CopyFacts } from './copy-facts.ts'
import { readCopy } from './read-copy.ts'
import { isKeyOf, keyFromCode } from './sealing.ts'
import { onMedium, onOwnDisk, SupportRefused } from './trouble.ts'
import { copiesIn, openVault, readManifest, readVaultHead, type Vault } from './vault.ts'
import type { Work } from './work.ts'

export type LookOrder = {
  readonly dataDir: string
  readonly name: string
  readonly at: EpochMs
  /** Where it is brought; absent = the till folder's candidate. */
  readonly into?: string
} & (
  | { readonly kind: 'backup' }
  | {
      readonly kind: 'copy'
      readonly chosen: string
      readonly code: string | null
      readonly ownKey: Uint8Array | null
    }
)

export interface Looked {
  readonly facts: CopyFacts
  /** The till's that is here; null when it cannot be read. */
  readonly present: CopyFacts | null
  readonly salesSince: number
  readonly salesSinceClp: Clp
}

/** Throws SupportRefused; leaves the copy as `into`. */
export function lookAtBackup(order: LookOrder, work: Work): Looked {
  const folder = tillFolder(order.dataDir)
  const { into = folder.candidate } = order
  if (order.kind === 'backup') {
    const file = isAbsolute(order.name) ? order.name : join(folder.backups, order.name)
    if (!existsSync(file)) throw new SupportRefused('COPY_NOT_FOUND')
    work.step('checking', 0, 1)
    proven(() => checkBackup(file))
    onOwnDisk(() => copyFileSync(file, into))
    onOwnDisk(() => flushFile(into))
  } else {
    const vault = vaultAt(order.chosen, order.code, order.ownKey)
    const manifest = onMedium(order.chosen, false, () => readManifest(vault, order.name))
    readCopy(order.chosen, vault, manifest, into, work)
    work.step('checking', 0, 1)
    proven(() => checkBackup(into))
  }
  const facts = factsIn(into)
  if (facts === null) throw new SupportRefused('COPY_DAMAGED', { detail: order.name })
  refuseNewer(facts)
  const present = factsIn(folder.database)
  const newer = present === null ? NOTHING_NEWER : newerHere(folder.database, into)
  return { facts, present, ...newer }
}

/** Throws COPY_PLACE_AWAY, COPY_CODE_WRONG and what the medium says. */
export function listCopies(
  chosen: string,
  code: string | null,
  ownKey: Uint8Array | null,
): BackupChoice[] {
  return onMedium(chosen, false, () => copiesIn(vaultAt(chosen, code, ownKey)))
}

/** By the code that was typed, or else by the till's own key, where it is its own vault. */
export function vaultAt(chosen: string, code: string | null, ownKey: Uint8Array | null): Vault {
  const head = onMedium(chosen, false, () => readVaultHead(chosen))
  if (head === null) throw new SupportRefused('COPY_PLACE_AWAY', { folder: chosen })
  const isOwn = ownKey !== null && isKeyOf(ownKey, head.check)
  if (code === null && !isOwn) throw new SupportRefused('COPY_PLACE_OF_ANOTHER', {}, 'code')
  if (code === null) return openVault(chosen, head.vaultId, ownKey ?? new Uint8Array())
  const parsed = parseCode(code)
  if (!parsed.ok) throw new SupportRefused(parsed.refusal.code, {}, 'code')
  return openVault(chosen, head.vaultId, keyFromCode(parsed.value, Buffer.from(head.salt, 'hex')))
}

function proven(check: () => void): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof RestoreRefused)) throw error
    throw new SupportRefused('COPY_DAMAGED', { detail: error.code })
  }
}

type Newer = Pick<Looked, 'salesSince' | 'salesSinceClp'>
const NOTHING_NEWER: Newer = { salesSince: 0, salesSinceClp: 0 as Clp }

/** What was sold here since: sales the backup does not know. */
function newerHere(present: string, backup: string): Newer {
  try {
    const [here, there] = [present, backup].map((file) => {
      const db = new Database(file, { readonly: true, fileMustExist: true })
      try {
        const rows = db.prepare<[], [string, number]>('SELECT id, total_clp FROM sale').raw().all()
        return new Map(rows)
      } finally {
        db.close()
      }
    })
    const newer = [...(here ?? [])].filter(([id]) => there?.has(id) !== true)
    const salesSinceClp = newer.reduce((sum, [, totalClp]) => sum + totalClp, 0) as Clp
    return { salesSince: newer.length, salesSinceClp }
  } catch (error) {
    if (error instanceof Database.SqliteError) return NOTHING_NEWER
    throw error
  }
}
