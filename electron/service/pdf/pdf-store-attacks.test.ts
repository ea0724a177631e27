/** The kept PDFs' file in bad company. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SILENT } from '../core/log.ts'
import { systemClock, type DocumentId } from '../core/ports.ts'
import { openDrawnFile } from '../storage/drawn-file.ts'
import { PdfStore } from '../parts/pdf-store.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drawn-attacks-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const info = vi.fn()
beforeEach(() => {
  info.mockClear()
})
const fileOf = () => join(folder, 'drawn.db')
const keyOf = (id: string) => ({
  documentId: id as DocumentId,
  widthMm: 80 as const,
  drawing: 'as now',
})
const pdf = new Uint8Array(20_000).fill(7)
const keepAll = async (store: PdfStore, names: readonly string[]) => {
  for (const name of names) store.keep(keyOf(name), pdf)
  await store.settled()
}

it('holds nobody up while another program has the file, says so once, and keeps again after it', async () => {
  const place = openDrawnFile(fileOf())
  const log = { ...SILENT, info }
  const store = new PdfStore(place, { bytesMax: 1_000_000, clock: systemClock, log })
  await keepAll(store, ['before'])
  // SQLite would wait within the process, and every request with it.
  const { rows } = await sql<{ timeout: number }>`PRAGMA busy_timeout`.execute(place.read)
  expect(rows).toEqual([{ timeout: 0 }])
  const other = new Database(fileOf())
  other.exec('BEGIN IMMEDIATE')
  for (const name of ['a', 'b', 'c']) {
    await keepAll(store, [name])
    expect(await store.find(keyOf('before'))).toEqual(pdf)
    expect(await store.find(keyOf(name))).toBeNull()
  }
  expect(info).toHaveBeenCalledTimes(1)
  other.close()
  await keepAll(store, ['d'])
  expect(await store.find(keyOf('d'))).toEqual(pdf)
  await store.close()
})

it('keeps again as soon as the disk has room again', async () => {
  let hasRoom = false
  const place = { ...openDrawnFile(fileOf()), hasRoom: () => hasRoom }
  const log = { ...SILENT, info }
  const store = new PdfStore(place, { bytesMax: 1_000_000, clock: systemClock, log })
  await keepAll(store, ['a', 'b'])
  expect(await store.find(keyOf('b'))).toBeNull()
  hasRoom = true
  await keepAll(store, ['c'])
  expect(await store.find(keyOf('c'))).toEqual(pdf)
  await store.close()
})
