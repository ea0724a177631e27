import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { SILENT } from '../core/log.ts'
import type { DocumentId } from '../core/ports.ts'
import { openDrawnFile, type DrawnPlace } from '../storage/drawn-file.ts'
import { PdfStore } from './pdf-store.ts'

let folder: string
let now = 0
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drawn-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const clock = { now: () => (now += 1) as EpochMs }
const fileOf = () => join(folder, 'drawn.db')
const storeOver = (place: DrawnPlace, bytesMax = 1_000_000) =>
  new PdfStore(place, { bytesMax, clock, log: SILENT })
const open = (bytesMax?: number) => storeOver(openDrawnFile(fileOf()), bytesMax)
const keyOf = (id: string, drawing = 'as now') => ({
  documentId: id as DocumentId,
  widthMm: 80 as const,
  drawing,
})
const pdf = new Uint8Array([1, 2, 3])

it('gives back what it keeps, after a restart too, and nothing for another paper, drawing or document', async () => {
  const first = open()
  first.keep(keyOf('a'), pdf)
  await first.close()
  const store = open()
  expect(await store.find(keyOf('a'))).toEqual(pdf)
  expect(await store.find({ ...keyOf('a'), widthMm: 58 })).toBeNull()
  expect(await store.find(keyOf('a', 'otherwise'))).toBeNull()
  expect(await store.find(keyOf('b'))).toBeNull()
  store.keep(keyOf('a', 'otherwise'), new Uint8Array([9]))
  await store.settled()
  expect(await store.find(keyOf('a'))).toBeNull()
  expect(await store.find(keyOf('a', 'otherwise'))).toEqual(new Uint8Array([9]))
  await store.close()
})

it('hands out nothing that is not as it was written', async () => {
  const store = open()
  store.keep(keyOf('a'), pdf)
  await store.settled()
  const other = new Database(fileOf())
  other.prepare('UPDATE drawn_pdfs SET pdf = ?').run(Buffer.from([1, 2, 4]))
  other.close()
  expect(await store.find(keyOf('a'))).toBeNull()
  store.keep(keyOf('a'), pdf)
  await store.settled()
  expect(await store.find(keyOf('a'))).toEqual(pdf)
  await store.close()
})

it('replaces a file that is no database, and a table of another version', async () => {
  writeFileSync(fileOf(), 'no database, and long enough to be looked at as one')
  const overText = open()
  overText.keep(keyOf('a'), pdf)
  await overText.settled()
  expect(await overText.find(keyOf('a'))).toEqual(pdf)
  await overText.close()
  const other = new Database(fileOf())
  other.exec('ALTER TABLE drawn_pdfs RENAME COLUMN checksum TO sum')
  other.close()
  const store = open()
  expect(await store.find(keyOf('a'))).toBeNull()
  store.keep(keyOf('a'), pdf)
  await store.settled()
  expect(await store.find(keyOf('a'))).toEqual(pdf)
  await store.close()
})

it('hands out a PDF as it was or none, whatever is spoilt of its file, and goes on', async () => {
  const large = new Uint8Array(40_000).map((_, at) => at * 7)
  const asKept = (found: Uint8Array | null) =>
    found === null ? 'none' : Buffer.compare(found, large) === 0 ? 'the same' : 'another'
  const spoilt = fc.array(
    fc.record({ at: fc.nat(200_000), byte: fc.integer({ min: 0, max: 255 }) }),
    { minLength: 1, maxLength: 60 },
  )
  await fc.assert(
    fc.asyncProperty(spoilt, fc.boolean(), async (bytes, isAtTheStart) => {
      rmSync(fileOf(), { force: true })
      const first = open()
      for (const id of ['a', 'b', 'c']) first.keep(keyOf(id), large)
      await first.close()
      const file = readFileSync(fileOf())
      for (const { at, byte } of bytes) file[isAtTheStart ? at % 4_000 : at % file.length] = byte
      writeFileSync(fileOf(), file)
      const store = open()
      for (const id of ['a', 'b', 'c'])
        expect(asKept(await store.find(keyOf(id)))).not.toBe('another')
      for (const again of ['once', 'twice', 'thrice']) {
        store.keep(keyOf('a', again), large)
        await store.settled()
      }
      const kept = await store.find(keyOf('a', 'thrice'))
      await store.close()
      expect(asKept(kept)).toBe('the same')
    }),
    // With byte 18 a header says that the file is of a format only to be read.
    { numRuns: 20, examples: [[[{ at: 18, byte: 3 }], true]] },
  )
})

it('never keeps more than it may, and drops what was drawn longest ago', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 40 }),
      async (sizes) => {
        rmSync(fileOf(), { force: true })
        const store = open(1_000)
        for (const [at, size] of sizes.entries()) {
          store.keep(keyOf(`${at}`), new Uint8Array(size).fill(at))
          await store.settled()
        }
        const kept = await Promise.all(sizes.map((_, at) => store.find(keyOf(`${at}`))))
        await store.close()
        const bytes = kept.reduce((sum, one) => sum + (one?.length ?? 0), 0)
        expect(bytes).toBeLessThanOrEqual(1_000)
        const firstKept = kept.findIndex((one) => one !== null)
        expect(firstKept).toBeGreaterThanOrEqual(0)
        expect(kept.slice(firstKept)).not.toContain(null)
        // Not more is dropped than has to be, and that no other one has to be with the next.
        if (firstKept > 0) expect(bytes + (sizes[firstKept - 1] ?? 0)).toBeGreaterThan(900)
      },
    ),
    { numRuns: 15 },
  )
})

it('fails nobody when its place fails, says so once, and keeps nothing on a full disk', async () => {
  const info = vi.fn()
  const file = openDrawnFile(fileOf())
  const broken: DrawnPlace = {
    ...file,
    get read(): never {
      throw new Error('away')
    },
  }
  const failing = new PdfStore(broken, { bytesMax: 1_000, clock, log: { ...SILENT, info } })
  failing.keep(keyOf('a'), pdf)
  expect(await failing.find(keyOf('a'))).toBeNull()
  await failing.close()
  expect(info).toHaveBeenCalledTimes(1)
  const full = storeOver({ ...openDrawnFile(fileOf()), hasRoom: () => false })
  full.keep(keyOf('a'), pdf)
  await full.settled()
  expect(await full.find(keyOf('a'))).toBeNull()
  await full.close()
})
