/**
 * More attacks on money that goes back to the card of a Point. `it.fails`: it falls today; whoever
 * mends it takes the word away.
 */
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { clp } from '#shared/money/clp.ts'
import { FLOAT_CLP } from '../../../test/support/shift-till.ts'
import { must } from '../../../test/support/must.ts'
import { refused } from '../../../test/support/card-counter.ts'
import type { HttpOutcome } from '../kernel/ports.ts'
import {
  asks,
  back,
  bendOrders,
  CARD,
  close,
  fixture,
  isOver,
  openShift,
  order,
  reopen,
  service,
  shown,
  sold,
  till,
  until,
  usePointTill,
  useShifts,
  wire,
} from '../../../test/support/point-refunds.ts'

usePointTill()

const DAY_MS = 86_400_000
const onDisk = <Row>(work: (db: Database.Database) => Row): Row => {
  const db = new Database(join(fixture.dataDir, 'till', 'till.db'))
  try {
    return work(db)
  } finally {
    db.close()
  }
}
const rowsOf = () =>
  onDisk((db) =>
    db
      .prepare<[], { state: string; way: string | null; service_id: string | null }>(
        'SELECT state, way, service_id FROM card_refund ORDER BY rowid',
      )
      .all(),
  )
const statesOf = () => rowsOf().map(({ state }) => state)
const hideRefunds = () =>
  bendOrders((said) => {
    said.status = 'processed'
    delete said.transactions.refunds
  })
const showAll = () => {
  wire.bend = (_, outcome) => outcome
}
const check = (attemptId: string, way: 'account' | 'cash' | 'other') =>
  refused(till.api.checkCard({ attemptId, way, approvalId: null }))

/** Made, and no look shows it, until a person has to see to it. */
async function unproven(quantity: number | null = null): Promise<string> {
  const command = await order(await sold(), CARD, quantity)
  hideRefunds()
  must(till.api.commitReturn(command))
  await until(() => back().length === 1)
  fixture.clock.jumpWallClock(DAY_MS)
  await until(() => shown()[0]?.state === 'person')
  return shown()[0]?.refundId ?? ''
}

it('G1: the proven line of one part is never the proof of the next one', async () => {
  const saleId = await sold()
  must(till.api.commitReturn(await order(saleId, CARD, 1_000)))
  await until(() => shown().length === 0)
  const next = await order(saleId, CARD, 1_000)
  // The look before the second one is answered by a list that is behind; its request never arrives.
  hideRefunds()
  const hidden = wire.bend
  wire.bend = (path, outcome) =>
    path.endsWith('/refund')
      ? ({ kind: 'unknown', detail: 'reset' } as unknown as HttpOutcome)
      : hidden(path, outcome)
  service.faults.push(null, 'cut')
  must(till.api.commitReturn(next))
  await until(() => asks() >= 1 && service.faults.length === 0)
  const made = back().length
  showAll()
  service.faults.push(null, ...Array.from({ length: 50 }, () => 'busy' as const))
  await fixture.clock.advance(10_000)
  expect([made, back().length, statesOf()[1]]).not.toEqual([1, 1, 'done'])
})

it('G2: a second screen that still offers cash says nothing of what came to the card', async () => {
  must(await useShifts())
  openShift()
  const refundId = await unproven()
  expect(check(refundId, 'cash')).toBe('ok')
  showAll()
  await until(() => shown()[0]?.state === 'done')
  // Its screen is of before: "in cash" is pressed there once more.
  expect(check(refundId, 'cash')).not.toBe('ok')
  expect(shown().length).toBe(1)
})

it('G3: the Z of the shift in which it is known says what went back twice', async () => {
  must(await useShifts())
  openShift()
  const refundId = await unproven()
  expect(check(refundId, 'cash')).toBe('ok')
  must(close(clp(FLOAT_CLP - 3_990)))
  openShift()
  showAll()
  fixture.clock.jumpWallClock(3_600_000)
  await fixture.clock.advance(3_700_000)
  await until(() => shown()[0]?.state === 'done')
  expect(check(refundId, 'other')).toBe('ok')
  const report = must(close(FLOAT_CLP))
  expect(report.cardWords?.refunds?.length ?? 0).toBe(1)
})

/** A backup of between asked and sent: it is as if it never left. */
async function restored(afterMs: number) {
  must(till.api.commitReturn(await order(await sold(), CARD, 1_000)))
  await until(() => shown().length === 0)
  await till.stop()
  onDisk((db) =>
    db.exec(`UPDATE card_refund SET state = 'asked', service_id = NULL, code = NULL,
      sent_at_ms = NULL, body = NULL, before_json = NULL`),
  )
  fixture.clock.jumpWallClock(afterMs)
}

it('G4: a backup of before it was sent proves it by the line that is there', async () => {
  await restored(60_000)
  await reopen()
  await until(() => asks() > 1)
  await fixture.clock.advance(300_000)
  expect([back().length, statesOf()[0]]).toEqual([1, 'done'])
})

it('G5: a backup older than the key of a request sends it no second time', async () => {
  await restored(3 * DAY_MS)
  // The service knows the key for a day.
  const one = back()[0]
  if (one) Object.assign(one, { key: 'forgotten' })
  await reopen()
  await fixture.clock.advance(300_000)
  expect(back().length).toBe(1)
})

it('G6: no part of a secret that names no account stands in the database', async () => {
  const token = 'APP_USR-SecretOfOnePieceAlone1234'
  service.token = token
  must(await fixture.clock.waitFor(till.api.linkCardAccount({ token })))
  await sold()
  const facts = onDisk((db) =>
    db.prepare<[], string>('SELECT facts_json FROM card_attempt').pluck().all(),
  )
  expect(facts.join()).not.toContain('SecretOfOnePieceAlone1234')
})

it('G7: a refund that the bank fails first and makes after all is heard', async () => {
  service.refundsAs = 'failed'
  must(till.api.commitReturn(await order(await sold())))
  await until(() => shown()[0]?.state === 'refused')
  expect(check(shown()[0]?.refundId ?? '', 'other')).toBe('ok')
  for (const one of back()) one.status = 'processed'
  await fixture.clock.advance(7_200_000)
  expect(shown()).toMatchObject([{ state: 'done' }])
})

it('G8: what went back in the account and by the till as well is told', async () => {
  const refundId = await unproven(1_000)
  const amountClp = back()[0]?.amountClp ?? 0
  service.newest()?.refunds.push({ id: 'REFAPP', key: 'app', amountClp, status: 'processed' })
  expect(check(refundId, 'account')).toBe('ok')
  showAll()
  await fixture.clock.advance(7_200_000)
  expect([back().length, shown().length]).toEqual([2, 1])
})

it('G9: of 5,000 lines in an order its own is found', async () => {
  const command = await order(await sold(), CARD, 1_000)
  bendOrders(({ transactions }) => {
    const others = Array.from({ length: 5_000 }, (_, at) => ({
      ...{ id: `O${at}`, amount: '1.00', status: 'processed' },
    }))
    transactions.refunds = [...(transactions.refunds ?? []).toReversed(), ...others]
  })
  must(till.api.commitReturn(command))
  await until(isOver)
  expect([back().length, statesOf()]).toEqual([1, ['done']])
})

it('G10: what is never shown is made once and is a person’s after a day, who gives cash once', async () => {
  must(await useShifts())
  openShift()
  const refundId = await unproven()
  expect(check(refundId, 'cash')).toBe('ok')
  expect([check(refundId, 'cash'), back().length]).toEqual(['CARD_MOVED_ON', 1])
})

it('G11: cash leaves no drawer of a shift that is closed', async () => {
  must(await useShifts())
  openShift()
  const refundId = await unproven()
  must(close(FLOAT_CLP))
  expect(check(refundId, 'cash')).not.toBe('ok')
  expect(rowsOf()).toMatchObject([{ state: 'person', way: null }])
})

it('G12: a credit note whose money went to the card is not deleted as if it came back', async () => {
  const command = await order(await sold())
  must(till.api.commitReturn(command))
  await until(() => shown().length === 0)
  const { returnId: saleId } = command
  const deletion = till.api.deleteReceipt({ saleId, reason: 'x', approvalId: null })
  expect(refused(await fixture.clock.waitFor(deletion))).not.toBe('ok')
})

it('G13: a Z closed in between names what was under way, and selling goes on', async () => {
  must(await useShifts())
  openShift()
  const command = await order(await sold())
  service.faults.push(...Array.from({ length: 100 }, () => 'busy' as const))
  must(till.api.commitReturn(command))
  expect(must(close(FLOAT_CLP)).cardWords?.refunds?.length).toBe(1)
  service.faults.length = 0
  openShift()
  await until(() => shown().length === 0)
  expect(back().length).toBe(1)
})
