/**
 * Who was erased: a row in the database, and a line in a file beside it. The file is in no backup,
 * so an older database that is put back learns from it whom to erase again.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { EpochMs } from '#shared/core/brand.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import { flushFolder } from '../../kernel/durable-files.ts'

interface Tombstone {
  readonly digest: string
  readonly at: EpochMs
}

const LINE = /^([0-9a-f]{32}) (\d{1,15})$/

/** Half a line, of a power cut, is none: what it was for had not begun. */
export function readTombstones(file: string): Tombstone[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, digest, at] = LINE.exec(line) ?? []
      return digest === undefined ? [] : [{ digest, at: Number(at) as EpochMs }]
    })
}

/** On disk when it returns: an erasure that is cut off is done again from here. */
export function appendTombstone(file: string, { digest, at }: Tombstone): void {
  const isNew = !existsSync(file)
  const handle = openSync(file, 'a', 0o600)
  try {
    // After half a line of a power cut this one begins anew.
    writeSync(handle, `\n${digest} ${at}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  if (isNew) flushFolder(dirname(file))
}

export interface TombstoneRows {
  erasedAt(digest: string): EpochMs | null
  /** In the caller's transaction. */
  write(tombstone: Tombstone): void
}

export function createTombstoneRows(db: TillDatabase): TombstoneRows {
  const select = db
    .prepare<[string], EpochMs>('SELECT erased_at_ms FROM erased_person WHERE digest = ?')
    .pluck()
  const upsert = db.prepare(`INSERT INTO erased_person (digest, erased_at_ms) VALUES (?, ?)
    ON CONFLICT (digest) DO UPDATE SET erased_at_ms = max(erased_at_ms, excluded.erased_at_ms)`)
  return {
    erasedAt: (digest) => select.get(digest) ?? null,
    write: ({ digest, at }) => void upsert.run(digest, at),
  }
}
