/** What is asked of the papers at each turn finds them by an index, however many there are. */
import { expect, it } from 'vitest'
import { databasePerTest } from '../../../test/support/database-per-test.ts'
import { AT_PRINTER, GOES_NEXT } from './print-orders.ts'

const store = databasePerTest()

it.each([AT_PRINTER, GOES_NEXT])('%s', (condition) => {
  const plan = store.db
    .prepare<[], { detail: string }>(
      `EXPLAIN QUERY PLAN SELECT min(seq) FROM print_job WHERE ${condition} GROUP BY printer_id`,
    )
    .all()
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SCAN print_job USING COVERING INDEX print_job_ready',
  ])
})
