/** Gaps found by halves against gaps found by looking at every folio. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { IsoDate } from '#shared/core/brand.ts'
import { openDatabase } from '../tables/open-database.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { folioGaps, holesOf } from './folio-gaps.ts'

const folder = mkdtempSync(join(tmpdir(), 'meson-gaps-'))
let db: TillDatabase
beforeAll(() => {
  db = openDatabase(join(folder, 'till.db'))
  db.pragma('foreign_keys = OFF')
  db.pragma('synchronous = OFF')
})
beforeEach(() => void db.exec('DELETE FROM receipt; DELETE FROM sale'))
afterAll(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

function lay(serviceId: string, documentType: string, folios: Iterable<number>): void {
  const insert = db.prepare(`INSERT INTO receipt (sale_id, seq, external_reference, document_type,
    body, body_sha256, issue_state, service_id, remote_id, folio)
    VALUES (@id, (SELECT coalesce(max(seq), 0) + 1 FROM receipt), @id, @documentType, x'', '',
      'numbered', @serviceId, @id, @folio)`)
  db.transaction(() => {
    for (const folio of folios)
      insert.run({ id: `${serviceId}${documentType}-${folio}`, documentType, serviceId, folio })
  })()
}

const holes = () => holesOf(db).map(({ before, after }) => [before, after])
const missing = (folios: readonly number[]) =>
  folios
    .flatMap((folio, at) => {
      const before = folios[at - 1]
      return before !== undefined && before < folio - 1 ? [[before, folio]] : []
    })
    .reverse()

/** Runs of folios with gaps between them, as other tills leave them. */
const runs = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 1_500 }), fc.integer({ min: 1, max: 3_000 })), {
    minLength: 1,
    maxLength: 6,
  })
  .map((pieces) => {
    let at = 7
    return pieces.flatMap(([length, gap]) => {
      const run = Array.from({ length }, (_, index) => at + index)
      at += length + gap
      return run
    })
  })

it('finds every gap, the newest first, wherever it lies', () => {
  fc.assert(
    fc.property(runs, (folios) => {
      db.exec('DELETE FROM receipt')
      lay('s', '39', folios)
      expect(holes()).toEqual(missing(folios))
    }),
    { numRuns: 25, seed: 135 },
  )
})

it('finds the gaps of some days as among those of all days', () => {
  const sell = db.prepare(`INSERT INTO sale (seq, id, external_reference, document_type, date,
      sold_at_ms, register_name, cashier_name, recipient_rut, recipient_name, neto_clp, exento_clp,
      iva_clp, total_clp, sold_offline)
    SELECT seq, sale_id, sale_id, '39', @date, 0, '1', 'Ana', '', '', 0, 1, 0, 1, 0
    FROM receipt WHERE folio = @folio`)
  const day = (at: number) => `2026-03-${String(at).padStart(2, '0')}` as IsoDate
  const days = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 4 }))
  fc.assert(
    fc.property(runs, days, (folios, [first, more]) => {
      db.exec('DELETE FROM receipt; DELETE FROM sale')
      lay('s', '39', folios)
      // Sold in another order than numbered, as after a while without internet.
      const dayOf = (folio: number) => day(1 + ((Math.floor(folio / 700) * 7) % 13))
      db.transaction(() => folios.forEach((folio) => sell.run({ folio, date: dayOf(folio) })))()
      const range = { from: day(first), to: day(first + more) }
      const isIn = (date: string) => date >= range.from && date <= range.to
      expect(folioGaps(db, range).map(({ from, to }) => [from - 1, to + 1])).toEqual(
        missing(folios).filter(([, after]) => isIn(dayOf(after ?? 0))),
      )
    }),
    { numRuns: 6, seed: 136 },
  )
})

it('keeps services and types of documents apart', () => {
  lay('s', '39', [1, 2, 5])
  lay('s', '41', [100, 103])
  lay('t', '39', [3, 4])
  expect(holes()).toEqual([
    [100, 103],
    [2, 5],
  ])
})

it('is content with the newest two thousand where every other folio is another till’s', () => {
  lay(
    's',
    '39',
    Array.from({ length: 6_000 }, (_, at) => at * 2 + 1),
  )
  expect(holes()).toHaveLength(2_000)
  expect(holes()[0]).toEqual([11_997, 11_999])
})
