/** More attacks on money that goes back to the card of a Point, which fell at first. */
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { clp } from '#shared/money/clp.ts'
import { changeDocument } from '../../../test/support/change-document.ts'
import { CREW, PINS } from '../../../test/support/crew.ts'
import { LOST, receiptOf, UNREACHABLE } from '../../../test/support/till-fixture.ts'
import { FLOAT_CLP } from '../../../test/support/shift-till.ts'
import { must } from '../../../test/support/must.ts'
import { refused } from '../../../test/support/card-counter.ts'
import type { HttpOutcome } from '../kernel/ports.ts'
import { presumeRefundsSent } from './refund-rows.ts'
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
  expect(refused(till.api.checkCard({ attemptId: refundId, approvalId: null }))).toBe('ok')
  const report = must(close(FLOAT_CLP))
  expect(report.cardWords?.refunds?.length ?? 0).toBe(1)
})

/** A backup of between asked and sent: it is as if it never left. */
async function restoredOf(saleId: SaleId, afterMs = 3 * DAY_MS) {
  must(till.api.commitReturn(await order(saleId, CARD, 1_000)))
  await until(() => shown().length === 0)
  await till.stop()
  onDisk((db) => {
    db.exec(`UPDATE card_refund SET state = 'asked', service_id = NULL, code = NULL,
      sent_at_ms = NULL, body = NULL, before_json = NULL`)
    // As whoever puts a backup back does.
    presumeRefundsSent(db)
  })
  fixture.clock.jumpWallClock(afterMs)
}

it('G4: a backup of before it was sent proves it by the line that is there', async () => {
  await restoredOf(await sold(), 60_000)
  await reopen()
  await until(isOver)
  expect([back().length, statesOf()[0]]).toEqual([1, 'done'])
})

it('G5: a backup older than the key of a request sends it no second time', async () => {
  await restoredOf(await sold())
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
  expect(check(refundId, 'cash')).toBe('SHIFT_REQUIRED')
  expect(rowsOf()).toMatchObject([{ state: 'person', way: null }])
})

it('G12: a credit note whose money went to the card is not deleted as if it came back', async () => {
  const command = await order(await sold())
  // It is still on its way: it could be taken out here.
  fixture.service.answer = () => UNREACHABLE
  must(till.api.commitReturn(command))
  await until(() => shown().length === 0)
  const { returnId: saleId } = command
  const deletion = till.api.deleteReceipt({ saleId, reason: 'x', approvalId: null })
  expect(refused(await fixture.clock.waitFor(deletion))).toBe('DELETE_RETURN')
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

/** Numbered; it has gone out since, or else the key may not: the service deletes it not. */
async function issued(hasLeft = true) {
  const { answer } = fixture.service
  const as = (status: string) => {
    fixture.service.answer = async (request) => {
      const outcome = await answer(request)
      if (outcome.kind !== 'answered') return outcome
      if (request.method === 'DELETE') return { ...outcome, status: 403 }
      return { ...outcome, bodyText: outcome.bodyText.replace('"APR"', `"${status}"`) }
    }
  }
  as('PEN')
  const saleId = await sold()
  await until(() => receiptOf(till.api, saleId).folio !== null)
  if (hasLeft) as('APR')
  return saleId
}
const remove = async (saleId: SaleId) =>
  refused(
    await fixture.clock.waitFor(till.api.deleteReceipt({ saleId, reason: 'x', approvalId: null })),
  )

it('G14: a receipt that the service does not delete has its money, or somebody is told', async () => {
  const saleId = await issued()
  expect(await remove(saleId)).toBe('DELETE_NOT_PENDING')
  await fixture.clock.advance(60_000)
  // The sale stands: its money is the shop's.
  expect([back().length, shown().length]).not.toEqual([1, 0])
})

it('G15: a deletion that the service refuses has asked for no money, however often', async () => {
  const saleId = await issued(false)
  for (const _ of [1, 2]) expect(await remove(saleId)).toBe('DELETE_NOT_ALLOWED')
  await fixture.clock.advance(60_000)
  expect([asks(), shown()]).toEqual([0, []])
})

it('G16: a sale that was changed into an invoice goes back to its card, once', async () => {
  const saleId = await sold()
  await until(() => receiptOf(till.api, saleId).folio !== null)
  const { saleId: invoiceId } = must(await changeDocument(till.api, saleId))
  await until(() => receiptOf(till.api, invoiceId).folio !== null)
  must(till.api.commitReturn(await order(invoiceId)))
  await until(() => shown().length === 0)
  expect(back()).toMatchObject([{ amountClp: 3_992, status: 'processed' }])
})

it('G17: what is left after a part, and a part that is made again, is never more than all', async () => {
  const saleId = await sold()
  for (const _ of [1, 2]) {
    must(till.api.commitReturn(await order(saleId, CARD, 1_000)))
    await until(() => shown().length === 0)
  }
  expect(back().reduce((sum, { amountClp }) => sum + amountClp, 0)).toBe(3_992)
})

it('G18: a cashier alone sees to no refund, nor to one of another id', async () => {
  const refundId = await unproven()
  for (const [name, role, pin] of CREW)
    must(await till.api.saveStaff({ staffId: null, name, role, pin }))
  const { id: staffId = '' } = till.api.staff().members.find(({ role }) => role === 'cashier') ?? {}
  must(await till.api.signIn({ staffId, pin: PINS.cashier }))
  for (const way of ['account', 'cash', 'other'] as const)
    expect([check(refundId, way), check('another', way)]).toEqual([
      'RIGHT_REQUIRED',
      'RIGHT_REQUIRED',
    ])
  expect(rowsOf()).toMatchObject([{ state: 'person', way: null }])
})

it('G19: a token that was renewed gives back what the one before it charged', async () => {
  const saleId = await sold()
  service.token = 'APP_USR-1234567890-121520-fedcba-42'
  must(await fixture.clock.waitFor(till.api.linkCardAccount({ token: service.token })))
  must(till.api.commitReturn(await order(saleId)))
  await until(() => shown().length === 0)
  expect(back().length).toBe(1)
})

it('G20: what a token without an account in it has charged goes back by hand', async () => {
  service.token = 'APP_USR-OnePieceAlone1234'
  must(await fixture.clock.waitFor(till.api.linkCardAccount({ token: service.token })))
  const saleId = await sold()
  expect(refused(till.api.commitReturn(await order(saleId)))).toBe('CARD_NOT_REFUNDABLE')
  const byHand = await order(saleId, { method: 'TC', reference: '4711' })
  expect(refused(till.api.commitReturn(byHand))).toBe('ok')
})

it('G21: a sale whose deletion is under way is not returned besides', async () => {
  const saleId = await issued()
  const command = await order(saleId, { method: 'EF', reference: '' })
  const { answer } = fixture.service
  fixture.service.answer = async (request) => {
    if (request.method === 'DELETE') return LOST
    const outcome = await answer(request)
    if (outcome.kind !== 'answered') return outcome
    return { ...outcome, bodyText: outcome.bodyText.replace('"status":"APR"', '"status":"PEN"') }
  }
  await remove(saleId)
  expect(refused(till.api.commitReturn(command))).toBe('RETURN_BEING_DELETED')
})

it('G22: one line of the list that is not readable makes no second refund', async () => {
  const command = await order(await sold(), CARD, 1_000)
  bendOrders(({ transactions }) => {
    if (transactions.refunds !== undefined)
      transactions.refunds.unshift({ id: 'X', amount: '10.50', status: 'processed' })
  })
  must(till.api.commitReturn(command))
  await fixture.clock.advance(600_000)
  expect([back().length, statesOf()]).toEqual([1, ['asked']])
})

it('G23: a restored refund that was made is not said to be refused', async () => {
  const saleId = await sold()
  await restoredOf(saleId)
  const one = back()[0]
  if (one) Object.assign(one, { key: 'forgotten' })
  // The rest went back since, in the account.
  const amountClp = 1_000
  service.newest()?.refunds.push({ id: 'REFAPP', key: 'app', amountClp, status: 'processed' })
  await reopen()
  await fixture.clock.advance(10_000)
  expect(statesOf()).not.toEqual(['refused'])
})
