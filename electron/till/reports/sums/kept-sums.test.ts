/** Kept sums against the rows themselves, for whatever a till lives through. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { REPORT_PARTS } from '#shared/reports/views.ts'
import type { IsoDate } from '#shared/core/brand.ts'
import { addDays, DAY_MS, noonOf } from '#shared/time/calendar.ts'
import { openDatabase } from '../../tables/open-database.ts'
import { readReport } from '../read-report.ts'
import { openKeptSums, type KeptSums } from './kept-sums.ts'

const FIRST = '2025-11-20' as IsoDate
const folder = mkdtempSync(join(tmpdir(), 'meson-sums-'))
let empty: Buffer
beforeAll(() => {
  const db = openDatabase(join(folder, 'till.db'))
  db.exec(`INSERT INTO category (id, name, hue, position) VALUES ('c', 'Pan', 1, 1);
    INSERT INTO product (id, code, name, unit_gross_clp, is_exempt, category_id, cost_net_clp)
    VALUES ('p1', '1', 'Pan', 1190, 0, 'c', 500), ('p2', '2', 'Diario', 800, 1, 'c', NULL)`)
  // One in memory has no log of its own.
  db.pragma('journal_mode = DELETE')
  empty = db.serialize()
  db.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sold = fc.record({
  kind: fc.constant('sale' as const),
  type: fc.constantFrom('39', '39', '41', '61', '56'),
  // Now and then the clock was wrong.
  day: fc.oneof(fc.nat(430), fc.nat(430), fc.nat(430), fc.constantFrom(-300, 900)),
  hour: fc.nat(23),
  by: fc.constantFrom('Ana', 'Luis'),
  documentedBy: fc.constantFrom('receipt', 'receipt', 'voucher'),
  lines: fc.array(
    fc.record({
      product: fc.constantFrom('p1', 'p2', null),
      milli: fc.integer({ min: 1, max: 9_000 }),
      gross: fc.nat(20_000),
      off: fc.nat(50),
      cost: fc.option(fc.nat(900)),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  methods: fc.array(fc.constantFrom('EF', 'TC', 'NC'), { minLength: 1, maxLength: 2 }),
  isShared: fc.boolean(),
})
type Sold = typeof sold extends fc.Arbitrary<infer Value> ? Value : never
const step = fc.oneof(
  { weight: 8, arbitrary: sold },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('issue' as const, 'refuse' as const, 'delete' as const),
      pick: fc.nat(99),
      state: fc.constantFrom('asked', 'done', 'refused'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'add' as const,
        'reopen' as const,
        'remember' as const,
        'cost' as const,
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('restore' as const, 'break' as const) }),
  },
)

let nth = 0

function sell(db: Database.Database, of: Sold): void {
  const count = db.prepare<[], number>('SELECT count(*) FROM sale').pluck().get() ?? 0
  nth += 1
  const id = `S${nth}`
  const date = addDays(FIRST, of.day)
  const at = noonOf(date).getTime() - DAY_MS / 2 + of.hour * 3_600_000
  const total = 1 + of.lines.reduce((all, { gross }) => all + gross, 0)
  const back = of.type === '61' ? 'devuelto' : null
  const type = of.type === '56' ? '39' : of.type
  db.prepare(
    `INSERT INTO sale (id, external_reference, document_type, date, sold_at_ms, register_name,
      cashier_name, recipient_rut, recipient_name, neto_clp, exento_clp, iva_clp, total_clp,
      sold_offline, documented_by, reason) VALUES (?, ?, ?, ?, ?, '1', ?, '1-9', '', ?, 1, 0, ?, 0, ?, ?)`,
  ).run(id, id, type, date, at, of.by, total - 1, total, of.documentedBy, back)
  of.lines.forEach(({ product, milli, gross, off, cost }, index) => {
    db.prepare(
      `INSERT INTO sale_line (sale_id, line_number, product_id, code, name, quantity_milli,
        unit_gross_clp, discount_clp, gross_clp, is_exempt, sale_discount_clp, cost_net_clp)
      VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?)`,
    ).run(
      ...[id, index + 1, product, product ?? `x${off % 2}`, product ?? 'Varios', milli],
      ...[off, gross, product === 'p2' ? 1 : 0, Math.trunc(off / 2), cost],
    )
    if (off > 0)
      db.prepare('INSERT INTO sale_line_promotion VALUES (?, ?, ?, ?, ?, NULL)').run(
        ...[id, index + 1, `o${off % 2}`, 'Oferta', off],
      )
  })
  // Some have a voucher beside their boleta.
  if (of.isShared && total > 2 && of.documentedBy === 'receipt')
    for (const [by, part] of [
      ['receipt', total - 2],
      ['voucher', 2],
    ] as const)
      db.prepare('INSERT INTO sale_part VALUES (?, ?, ?, ?, 1, 0, ?)').run(
        ...[id, by, type, part - 1, part],
      )
  of.methods.forEach((method, index) =>
    db
      .prepare(
        `INSERT INTO sale_payment (sale_id, position, method, total_clp, rounding_clp,
          to_collect_clp, tendered_clp, change_clp, name, is_voucher) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        id,
        index + 1,
        method,
        total,
        index,
        total + index,
        total + 10,
        10 - index,
        method,
        Number(method === 'TC' && of.isShared),
      ),
  )
  db.prepare(
    `INSERT INTO receipt (sale_id, seq, external_reference, document_type, body, body_sha256,
      issue_state) VALUES (?, ?, ?, ?, x'00', '', 'queued')`,
  ).run(id, count + 1, id, type)
}

/** What becomes of a document later: it stands in no sum that is kept. */
function later(db: Database.Database, kind: string, pick: number, state: string): void {
  const ids = db.prepare<[], string>('SELECT id FROM sale ORDER BY seq').pluck().all()
  const id = ids[pick % Math.max(1, ids.length)]
  if (id === undefined) return
  if (kind === 'delete')
    db.prepare(
      `INSERT OR REPLACE INTO receipt_deletion (sale_id, state, reason, asked_by, asked_at_ms,
        settled_on) VALUES (@id, @state, 'error', 'Ana', 1, @on)`,
    ).run({ id, state, on: addDays(FIRST, pick * 3) })
  else
    db.prepare(
      `UPDATE receipt SET issue_state = 'numbered', remote_id = sale_id, service_id = 's',
        folio = seq * 2, authority_status = ? WHERE sale_id = ?`,
    ).run(kind === 'issue' ? 'APR' : ['RCH', 'DELETED', 'MISSING'][pick % 3], id)
}

it('says to the peso what the rows say, whatever was sold, settled, restored or broken meanwhile', () => {
  const file = join(folder, 'sums.db')
  let keptAtLeastOnce = false
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 5, maxLength: 40 }),
      fc.nat(430),
      fc.nat(430),
      (steps, one, other) => {
        let db = opened(empty)
        let snapshot = empty
        let kept: KeptSums = openKeptSums(file, db)
        for (const each of steps) {
          if (each.kind === 'sale') sell(db, each)
          else if ('pick' in each) later(db, each.kind, each.pick, each.state)
          else if (each.kind === 'add') kept.addMore()
          else if (each.kind === 'remember') snapshot = db.serialize()
          else if (each.kind === 'cost')
            db.exec(
              "UPDATE product SET cost_net_clp = coalesce(cost_net_clp, 0) + 7 WHERE id = 'p1'",
            )
          else {
            kept.close()
            if (each.kind === 'break') writeFileSync(file, 'no database')
            if (each.kind === 'restore') db = opened(snapshot)
            kept = openKeptSums(file, db)
          }
        }
        keptAtLeastOnce ||= kept.through() > 0
        const [from, to] = [Math.min(one, other), Math.max(one, other)].map((day) =>
          addDays(FIRST, day),
        )
        const ranges = [
          { from, to },
          { from: '2000-01-01', to: '2199-12-31' },
          { from, to: from },
        ]
        for (const range of ranges as { from: IsoDate; to: IsoDate }[])
          for (const part of REPORT_PARTS) {
            const order = { part, ...range, limits: [] }
            expect(readReport(db, order, kept)).toEqual(readReport(db, order))
          }
        kept.close()
      },
    ),
    { numRuns: 40, seed: 1611 },
  )
  expect(keptAtLeastOnce).toBe(true)
})

function opened(bytes: Buffer): Database.Database {
  const db = new Database(bytes)
  db.pragma('foreign_keys = OFF')
  return db
}

it('begins anew on sales that are not those it added up, though there are as many', () => {
  const file = join(folder, 'other.db')
  const one: Sold = fc.sample(sold, { numRuns: 1, seed: 5 })[0] as Sold
  const here = opened(empty)
  sell(here, { ...one, hour: 1 })
  const kept = openKeptSums(file, here)
  expect([kept.addMore(), kept.addMore(), kept.through()]).toEqual([true, false, 1])
  kept.close()
  const same = openKeptSums(file, here)
  expect(same.through()).toBe(1)
  same.close()
  const there = opened(empty)
  sell(there, { ...one, hour: 2 })
  const anew = openKeptSums(file, there)
  expect(anew.through()).toBe(0)
  anew.close()
})
