/**
 * A till's folder as each write of a piece of work left it: what a program that is killed just then
 * finds at its next start. Read from SQLite's own write-ahead log, cut behind each commit, and from
 * the secrets beside it, in the order in which both were written.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { assert } from '#shared/core/result.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import type { SecretStore } from '#till/kernel/ports.ts'

const WAL_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
/** Of the header: the page's size, and the two numbers that change when the log begins anew. */
const PAGE_SIZE_AT = 8
const SALT_AT = 16

type Secrets = ReadonlyMap<string, string | null>

interface Written {
  readonly walBytes: number
  readonly secrets: Secrets
}

export interface KilledMoment {
  readonly secrets: Secrets
  /** The folder as it lay there. */
  readonly layInto: (dataDir: string) => void
}

/** Secrets in memory, each of which can be another's beginning. */
export function secretsFrom(begin: Secrets = new Map(), onSave: (all: Secrets) => void = () => {}) {
  const kept = new Map(begin)
  const of = (name: string): SecretStore => ({
    load: async () => kept.get(name) ?? null,
    save: async (secret) => {
      kept.set(name, secret)
      onSave(new Map(kept))
    },
  })
  return { kept, of }
}

/** `work` on an open till of `dataDir`; `watch` hears of each secret that is saved meanwhile. */
export async function killedMoments(
  dataDir: string,
  begin: Secrets,
  work: (onSave: (all: Secrets) => void) => Promise<unknown>,
): Promise<readonly KilledMoment[]> {
  const { database } = tillFolder(dataDir)
  const wal = `${database}-wal`
  const sizeNow = () => (existsSync(wal) ? statSync(wal).size : 0)
  const before = readFileSync(database)
  const fromBytes = sizeNow()
  const saved: Written[] = []
  await work((secrets) =>
    saved.push({ walBytes: commitEnds(readFileSync(wal)).at(-1) ?? 0, secrets }),
  )
  const log = existsSync(wal) ? readFileSync(wal) : Buffer.alloc(0)
  assert(readFileSync(database).equals(before), 'nothing went from the log into the file meanwhile')
  const after = (bytes: number) => saved.filter(({ walBytes }) => walBytes < bytes).at(-1)
  const commits = commitEnds(log)
    .filter((bytes) => bytes > fromBytes)
    .map((walBytes): Written => ({ walBytes, secrets: after(walBytes)?.secrets ?? begin }))
  const written = [...commits, ...saved].sort((one, other) => one.walBytes - other.walBytes)
  return written.map(({ walBytes, secrets }) => ({
    secrets,
    layInto(target) {
      const file = tillFolder(target).database
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      copyFileSync(database, file)
      writeFileSync(`${file}-wal`, log.subarray(0, walBytes))
    },
  }))
}

/** Where each commit of a log ends: a frame that says how long the file is now. */
function commitEnds(log: Buffer): readonly number[] {
  if (log.length < WAL_HEADER_BYTES) return []
  const frameBytes = FRAME_HEADER_BYTES + log.readUInt32BE(PAGE_SIZE_AT)
  const salt = log.subarray(SALT_AT, SALT_AT + 8)
  const ends: number[] = []
  for (let at = WAL_HEADER_BYTES; at + frameBytes <= log.length; at += frameBytes) {
    // Left from before the log began anew.
    if (!log.subarray(at + 8, at + 16).equals(salt)) break
    if (log.readUInt32BE(at + 4) !== 0) ends.push(at + frameBytes)
  }
  return ends
}
