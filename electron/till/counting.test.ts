/** What the status counts again and again reads no row of what waits, however much that is. */
import { expect, it } from 'vitest'
import { databasePerTest } from '../../test/support/database-per-test.ts'
import { preparePrint } from './printing/print-statements.ts'
import { prepareCounts } from './issuing/outbox/receipt-statements.ts'

const kept = databasePerTest()

/** How SQLite goes about it: a table or index a line. */
const planOf = ({ source }: { readonly source: string }, ...values: readonly string[]) =>
  kept.db
    .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${source}`)
    .all(...values)
    .map(({ detail }) => detail)
    .filter((detail) => /^(SCAN|SEARCH) (?!CONSTANT)/.test(detail))

it('counts receipts that wait in an index, and looks at the oldest alone', () => {
  const { counts } = prepareCounts(kept.db)
  const [waiting, oldest, sale, ...stuck] = planOf(counts)
  expect(waiting).toBe('SCAN receipt USING COVERING INDEX receipt_open')
  expect([oldest, sale]).toEqual([
    'SCAN r USING INDEX receipt_open',
    'SEARCH s USING INDEX sqlite_autoindex_sale_1 (id=?)',
  ])
  expect(counts.source).toMatch(/ORDER BY r\.seq LIMIT 1\)/)
  expect(stuck[0]).toBe('SCAN receipt USING INDEX receipt_stuck')
  expect(stuck.at(-1)).toBe('SCAN receipt_deletion USING COVERING INDEX deletion_asked')
})

it('counts papers at the printers without those that wait for their receipts', () => {
  const { open, trouble, heads } = preparePrint(kept.db)
  expect(planOf(open)).toEqual(['SCAN print_job USING COVERING INDEX print_job_ready'])
  expect(planOf(trouble, 'printer')).toEqual([
    'SEARCH print_job USING INDEX print_job_ready (printer_id=?)',
  ])
  expect(planOf(heads).some((detail) => detail.includes('print_job_ready'))).toBe(true)
})
