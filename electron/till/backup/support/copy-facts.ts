/** What is said of a till's database: for whoever chooses a backup, and to compare two. */
import type Database from 'better-sqlite3'
import type { EpochMs } from '#shared/core/brand.ts'
import type { Clp } from '#shared/money/clp.ts'
import { SCHEMA_FIRST, SCHEMA_NEWEST } from '../../tables/migrations.ts'
import { readPurpose, type Purpose } from '../../settings/purpose.ts'
import { SupportRefused } from './trouble.ts'
import { ifReadable } from '../../kernel/if-readable.ts'

export interface CopyFacts {
  readonly purpose: Purpose | null
  /** Empty for a till to practise with, and a shop nobody has named yet. */
  readonly rut: string
  readonly shopName: string
  readonly registerNumber: number
  readonly schema: number
  /** Sales and returns: both are rows of `sale`. */
  readonly sales: number
  readonly lines: number
  readonly payments: number
  readonly totalClp: Clp
  /** Receipts without a folio. */
  readonly unissued: number
  readonly lastFolio: number | null
  readonly lastSaleSeq: number
  readonly lastSaleAt: EpochMs | null
}

/** Rows that were there when `lastSaleSeq` was the last: what a later look must still find. */
type SaleSums = Pick<CopyFacts, 'sales' | 'lines' | 'payments' | 'totalClp'>

export function factsOf(db: Database.Database): CopyFacts {
  const ask = <Value>(sql: string) => db.prepare<[], Value>(sql).pluck().get()
  const stored = ask<string>("SELECT value_json FROM setting WHERE key = 'till'")
  const { shop = null, registerNumber = 1 } = JSON.parse(stored ?? '{}') as {
    shop?: { rut?: string; tradeName?: string } | null
    registerNumber?: number
  }
  const lastSaleSeq = ask<number | null>('SELECT max(seq) FROM sale') ?? 0
  return {
    purpose: readPurpose(db),
    rut: shop?.rut ?? '',
    shopName: shop?.tradeName ?? '',
    registerNumber,
    schema: Number(db.pragma('user_version', { simple: true })),
    ...sumsUpTo(db, lastSaleSeq),
    unissued: ask<number>('SELECT count(*) FROM receipt WHERE folio IS NULL') ?? 0,
    lastFolio:
      ask<number | null>('SELECT folio FROM receipt WHERE folio IS NOT NULL ORDER BY seq DESC') ??
      null,
    lastSaleSeq,
    lastSaleAt: ask<EpochMs | null>('SELECT max(sold_at_ms) FROM sale') ?? null,
  }
}

export function sumsUpTo(db: Database.Database, lastSaleSeq: number): SaleSums {
  const part = (table: string) =>
    db
      .prepare<[number], number>(
        `SELECT count(*) FROM ${table} p JOIN sale s ON s.id = p.sale_id WHERE s.seq <= ?`,
      )
      .pluck()
      .get(lastSaleSeq) ?? 0
  const { sales, totalClp } = db
    .prepare<[number], { sales: number; totalClp: Clp }>(
      'SELECT count(*) AS sales, coalesce(sum(total_clp), 0) AS totalClp FROM sale WHERE seq <= ?',
    )
    .get(lastSaleSeq) ?? { sales: 0, totalClp: 0 as Clp }
  return { sales, totalClp, lines: part('sale_line'), payments: part('sale_payment') }
}

/** A till that nobody had named yet has sold nothing: it is no other shop's. */
export function isOtherShop(facts: CopyFacts, present: CopyFacts | null): boolean {
  return present !== null && present.rut !== '' && facts.rut !== '' && facts.rut !== present.rut
}

/** Throws COPY_OF_NEWER_PROGRAM: its columns would be misread, or lost. */
export function refuseNewer({ schema }: CopyFacts): void {
  if (schema < SCHEMA_FIRST) throw new SupportRefused('COPY_DAMAGED')
  if (schema > SCHEMA_NEWEST) throw new SupportRefused('COPY_OF_NEWER_PROGRAM')
}

/** Null when it is no database of a till that can be read. */
export const factsIn = (file: string): CopyFacts | null => ifReadable(file, factsOf)
