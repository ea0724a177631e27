/**
 * Who the data in this folder say they are: an id and a counter in the database, and the id in a
 * file beside it, which also a database that was emptied leaves behind.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { z } from 'zod'
import type { Identity, MachinePrint } from '#shared/backup/witness.ts'
import { storedSetting } from '../../../kernel/stored-setting.ts'
import { restoredMark } from '../requeue.ts'
import type { Randomness } from '../../../kernel/ports.ts'
import { TILL_ID } from './witness-files.ts'

const ID_BYTES = 16
export const ID_FILE = 'till-id'

const storedIdentity = z.object({
  tillId: z.string().regex(TILL_ID),
  starts: z.int().min(0),
  machine: z.object({ system: z.string().nullable(), parts: z.array(z.string()) }).nullable(),
  isUnkept: z.boolean().default(false),
})

interface IdentityStore {
  /** Null for data that never had one. */
  read(): Identity | null
  keep(identity: Omit<Identity, 'isRestored' | 'moved'>): void
  /** `isUnkept`: it could keep no witness. */
  keepMachine(machine: MachinePrint, isUnkept: boolean): void
}

/** `folder`: where the file of the id lies. */
export function createIdentityStore(db: Database.Database, folder: string): IdentityStore {
  const setting = storedSetting(db, 'identity')
  const stored = () => storedIdentity.safeParse(setting.read()).data ?? null
  return {
    read() {
      const tillId = idIn(folder)
      const beside = tillId === null ? null : { tillId, starts: 0, machine: null }
      const found = stored() ?? beside
      const mark = restoredMark(db).read()
      const moved: Identity['moved'] = mark === 'arrived' || mark === 'moved' ? mark : null
      const marks = { isRestored: mark === true, moved }
      return found === null ? null : { ...found, ...marks }
    },
    keep(identity) {
      setting.keep(identity)
      restoredMark(db).keep(false)
    },
    keepMachine(machine, isUnkept) {
      const before = stored()
      if (before !== null) setting.keep({ ...before, machine, isUnkept })
    },
  }
}

/** Null where there is none. */
export function idIn(folder: string): string | null {
  try {
    const text = readFileSync(join(folder, ID_FILE), 'utf8').trim()
    return TILL_ID.test(text) ? text : null
  } catch {
    return null
  }
}

export const newTillId = (randomness: Randomness): string =>
  Buffer.from(randomness.bytes(ID_BYTES)).toString('hex')
