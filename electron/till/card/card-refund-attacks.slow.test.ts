/** Attacks on money that goes back to the card of a Point: never twice, and never unsaid. */
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { HttpOutcome } from '../kernel/ports.ts'
import { CREW } from '../../../test/support/crew.ts'
import { must } from '../../../test/support/must.ts'
import { FLOAT_CLP } from '../../../test/support/shift-till.ts'
import { refused } from '../../../test/support/card-counter.ts'
import {
  asks,
  back,
  bendOrders,
  CARD,
  fixture,
  isOver,
  order,
  reopen,
  service,
  shown,
  sold,
  type SaidOrder,
  till,
  until,
  wire,
  useShifts,
  openShift,
  close,
  usePointTill,
} from '../../../test/support/point-refunds.ts'

usePointTill()

it('F1: a return whose money went to the card is not undone as if it came back', async () => {
  const command = await order(await sold())
  must(till.api.commitReturn(command))
  await until(() => shown().length === 0)
  const { returnId } = command
  expect(refused(till.api.undoReturn({ returnId, reason: 'error', approvalId: null }))).not.toBe(
    'ok',
  )
})

it('F2: a return that is undone before its refund has left sends none', async () => {
  const command = await order(await sold())
  service.faults.push(...Array.from({ length: 3 }, () => 'busy' as const))
  must(till.api.commitReturn(command))
  const { returnId } = command
  const undone = refused(till.api.undoReturn({ returnId, reason: 'error', approvalId: null }))
  await until(() => shown().length === 0)
  expect([undone, back().length]).not.toEqual(['ok', 1])
})

it('F3: refunds whose ids are numbers are no proof that none was made', async () => {
  bendOrders((said) =>
    said.transactions.refunds?.forEach((one, at) => Object.assign(one, { id: at + 1 })),
  )
  must(till.api.commitReturn(await order(await sold())))
  await until(isOver)
  expect(back().length).toBe(1)
  expect(shown().map(({ state, code }) => [state, code])).not.toEqual([['refused', 'refunded']])
})

it('F4: the tip goes back with all of it, and it is proven', async () => {
  bendOrders((said) => {
    const [payment] = said.transactions.payments
    if (payment) payment.tip_amount = '500'
    const [one] = said.transactions.refunds ?? []
    if (one) one.amount = String(Number(one.amount) + 500)
  })
  must(till.api.commitReturn(await order(await sold())))
  await until(isOver)
  expect(back().length).toBe(1)
  expect(shown().map(({ state, code }) => [state, code])).toEqual([])
})

it('F5: a repeated request that is refused says nothing of the first one', async () => {
  const command = await order(await sold(), CARD, 1_000)
  let posts = 0
  wire.bend = (path, outcome) => {
    if (!path.endsWith('/refund')) {
      // The list of the order comes behind.
      if (outcome.kind !== 'answered' || posts > 1) return outcome
      const said = JSON.parse(outcome.bodyText) as Partial<SaidOrder>
      delete said.transactions?.refunds
      return { ...outcome, bodyText: JSON.stringify(said) }
    }
    posts += 1
    if (posts === 1) return { kind: 'unknown', detail: 'reset' } as unknown as HttpOutcome
    return {
      ...(outcome as object),
      status: 409,
      bodyText: '{"errors":[{"code":"refund_in_progress"}]}',
    } as HttpOutcome
  }
  must(till.api.commitReturn(command))
  await until(isOver)
  expect(back().length).toBe(1)
  expect(shown().map(({ state }) => state)).not.toEqual(['refused'])
})

it('F6: what a person gave back another way and the service shows later is told', async () => {
  const command = await order(await sold())
  let isHidden = true
  wire.bend = (_, outcome) =>
    isHidden ? ({ kind: 'unknown', detail: 'x' } as unknown as HttpOutcome) : outcome
  must(till.api.commitReturn(command))
  await until(() => back().length === 1 || asks() > 0 || service.asked.length > 6)
  wire.bend = (path, outcome) =>
    isHidden && !path.endsWith('/refund') && outcome.kind === 'answered'
      ? {
          ...outcome,
          bodyText: outcome.bodyText
            .replace('"refunded"', '"processed"')
            .replace(/"refunds":\[.*?\],/, ''),
        }
      : isHidden
        ? ({ kind: 'unknown', detail: 'x' } as unknown as HttpOutcome)
        : outcome
  await until(() => back().length === 1)
  fixture.clock.jumpWallClock(24 * 3_600_000)
  await until(() => shown()[0]?.state === 'person')
  must(till.api.checkCard({ attemptId: shown()[0]?.refundId ?? '', approvalId: null }))
  isHidden = false
  await fixture.clock.advance(300_000)
  // The card has it, and whoever gave it back another way hears nothing of that.
  expect(rowsOf()).toMatchObject([{ state: 'done' }])
  expect(shown().length).toBe(1)
})

it('F7: a foreign refund of the same amount is not taken for the own one', async () => {
  const saleId = await sold()
  const first = await order(saleId, { method: 'TC', reference: '4711' }, 1_000)
  const { payments } = must(till.api.commitReturn(first))
  const amountClp = payments[0]?.totalClp ?? 0
  // The owner gave the first one back in the account of Mercado Pago.
  service.newest()?.refunds.push({ id: 'REFAPP', key: 'app', amountClp, status: 'processed' })
  must(till.api.commitReturn(await order(saleId, CARD, 1_000)))
  await until(isOver)
  expect(back().length).toBe(2)
})

it('F8: a clock set back a second makes no refund unprovable', async () => {
  const command = await order(await sold())
  service.faults.push('busy')
  must(till.api.commitReturn(command))
  fixture.clock.jumpWallClock(-60_000)
  await until(isOver)
  expect([back().length, shown().length]).toEqual([1, 0])
})

it('F9: a second press with another way is not answered as made so', async () => {
  const saleId = await sold()
  const first = await order(saleId)
  must(till.api.commitReturn(first))
  const byHand = { ...first, refund: { method: 'TC', reference: '4711' } }
  expect(refused(till.api.commitReturn(byHand))).not.toBe('ok')
})

it('F10: an order whose status is read in passing refuses nothing', async () => {
  const command = await order(await sold())
  bendOrders((said) => void (said.status = 'processing'))
  must(till.api.commitReturn(command))
  await fixture.clock.advance(10_000)
  expect(shown()[0]?.state).toBe('asked')
})

it('F11: a company whose number changes keeps asking with its own account', async () => {
  const command = await order(await sold())
  service.faults.push(...Array.from({ length: 100 }, () => 'busy' as const))
  must(till.api.commitReturn(command))
  expect(refused(await fixture.clock.waitFor(till.api.linkCardAccount({ token: null })))).not.toBe(
    'ok',
  )
})

it('F12: a part of what the account gave back whole before is not offered in cash', async () => {
  const saleId = await sold()
  const o = service.newest()
  if (o === undefined) throw new Error('no order')
  o.refunds.push({ id: 'R', key: 'app', amountClp: Number(o.amount), status: 'processed' })
  o.status = 'refunded'
  must(till.api.commitReturn(await order(saleId, CARD, 1_000)))
  await until(isOver)
  expect(shown().map(({ state, code }) => [state, code])).not.toEqual([['refused', 'refunded']])
})

const rowsOf = () => {
  const db = new Database(join(fixture.dataDir, 'till', 'till.db'), { readonly: true })
  const rows = db
    .prepare<[], { state: string; checked_by: string | null; code: string | null }>(
      'SELECT state, checked_by, code FROM card_refund ORDER BY rowid',
    )
    .all()
  db.close()
  return rows
}

it('F13: what the till asked to give back in the account is not the proof of the next part', async () => {
  const saleId = await sold()
  service.refundsAs = 'failed'
  must(till.api.commitReturn(await order(saleId, CARD, 1_000)))
  await until(() => shown()[0]?.state === 'refused')
  const [{ refundId = '', amountClp = 0 } = {}] = shown()
  // "Devuélvalo en la cuenta": the owner does, and says so.
  service.newest()?.refunds.push({ id: 'REFAPP', key: 'app', amountClp, status: 'processed' })
  must(till.api.checkCard({ attemptId: refundId, approvalId: null }))
  service.refundsAs = 'processed'
  must(till.api.commitReturn(await order(saleId, CARD, 1_000)))
  await until(isOver)
  expect(rowsOf().at(-1)?.state).toBe('done')
  expect(back().filter(({ status }) => status === 'processed').length).toBe(2)
})

it('F14: the Z says what did not go back to the card, also once somebody has seen to it', async () => {
  must(await useShifts())
  openShift()
  service.refundsAs = 'failed'
  must(till.api.commitReturn(await order(await sold())))
  await until(() => shown()[0]?.state === 'refused')
  must(till.api.checkCard({ attemptId: shown()[0]?.refundId ?? '', approvalId: null }))
  const report = must(close(FLOAT_CLP))
  // Its payments say that it went to the card; nothing says that it did not.
  expect(report.cardWords?.refunds?.length ?? 0).toBe(1)
})

it('F15: what another account has charged is not promised to its card', async () => {
  const saleId = await sold()
  // Another account of the same company, which has that terminal now and knows no order of before.
  service.token = 'APP_USR-9999999999-112820-abcdef-43'
  must(await fixture.clock.waitFor(till.api.linkCardAccount({ token: service.token })))
  service.hidesOrders = true
  expect(refused(till.api.commitReturn(await order(saleId)))).not.toBe('ok')
})

it('F16: a receipt that is deleted gives its money back to the card, or says that it does not', async () => {
  const saleId = await sold()
  const deleted = refused(
    await fixture.clock.waitFor(till.api.deleteReceipt({ saleId, reason: 'x', approvalId: null })),
  )
  await fixture.clock.advance(10_000)
  expect([deleted, asks() + shown().length]).not.toEqual(['ok', 0])
})

it('F17: two parts of one amount, one crash each: two refunds', async () => {
  const saleId = await sold()
  for (const fault of ['lost', 'cut'] as const) {
    service.faults.push(null, fault)
    must(till.api.commitReturn(await order(saleId, CARD, 1_000)))
    await till.stop()
    await reopen()
  }
  await until(() => shown().length === 0)
  expect(back().length).toBe(2)
})

it('F18: a refund of a till that was off for four days is still looked for', async () => {
  must(till.api.commitReturn(await order(await sold())))
  await until(() => back().length === 1)
  // The answer of the service is lost, and the till is off.
  await till.stop()
  const db = new Database(join(fixture.dataDir, 'till', 'till.db'))
  db.prepare("UPDATE card_refund SET state = 'asked', service_id = NULL").run()
  db.close()
  fixture.clock.jumpWallClock(4 * 86_400_000)
  service.faults.push('busy')
  await reopen()
  await until(isOver)
  await fixture.clock.advance(600_000)
  expect(rowsOf()).toMatchObject([{ state: 'done' }])
})

it('F19: what a service says is not kept longer than a word', async () => {
  const command = await order(await sold())
  bendOrders((said) => void (said.status = 'x'.repeat(1_000_000)))
  must(till.api.commitReturn(command))
  await fixture.clock.advance(10_000)
  expect((rowsOf()[0]?.code ?? '').length).toBeLessThan(100)
})

it('F20: whoever may not give back does not by card either', async () => {
  const saleId = await sold()
  for (const [name, role, pin] of CREW)
    must(await till.api.saveStaff({ staffId: null, name, role, pin }))
  const command = await order(saleId)
  const nobody = refused(till.api.commitReturn(command))
  expect([nobody, asks()]).not.toEqual(['ok', 1])
})

it('F21: of two orders with one reference the one that was asked for counts', async () => {
  const command = await order(await sold())
  bendOrders((said) => {
    said.id = 'ORDOTHER'
    const amount = String(command.expectedTotalClp)
    said.transactions.refunds = [{ id: 'R', amount, status: 'processed' }]
  })
  must(till.api.commitReturn(command))
  await fixture.clock.advance(5_000)
  expect(rowsOf()[0]?.state).toBe('asked')
})

it('F22: a refund that was lost with its answer is not refused for a money that is gone', async () => {
  const command = await order(await sold())
  bendOrders((said) => {
    for (const one of said.transactions.refunds ?? []) one.amount = '3.992'
  })
  must(till.api.commitReturn(command))
  await until(isOver)
  expect([back().length, rowsOf()[0]?.state]).not.toEqual([1, 'refused'])
})

it('F23: a refused refund whose return was undone asks nobody for its money any more', async () => {
  const saleId = await sold()
  const first = await order(saleId)
  service.refundsAs = 'failed'
  must(till.api.commitReturn(first))
  await until(() => shown()[0]?.state === 'refused')
  service.refundsAs = 'processed'
  const undo = { returnId: first.returnId, reason: 'error', approvalId: null }
  expect(refused(till.api.undoReturn(undo))).toBe('ok')
  must(till.api.commitReturn(await order(saleId)))
  await until(() => rowsOf().at(-1)?.state === 'done')
  // "Devuélvalo en el terminal, en la cuenta o por otro medio": it went back already.
  expect(shown()).toEqual([])
})

it('F24: a part of a charge with a tip is refused at once, as the service says', async () => {
  const command = await order(await sold(), CARD, 1_000)
  const said = '{"errors":[{"code":"partial_refund_forbidden_with_tips"}]}'
  // The played service makes it all the same: nobody is shown that.
  bendOrders((one) => void delete one.transactions.refunds)
  const hide = wire.bend
  wire.bend = (path, outcome) =>
    path.endsWith('/refund')
      ? ({ ...outcome, status: 403, bodyText: said } as HttpOutcome)
      : hide(path, outcome)
  must(till.api.commitReturn(command))
  await fixture.clock.advance(600_000)
  expect(rowsOf()[0]?.state).toBe('refused')
})

it('F25: a refund that never left is not said to be unknown while another is in front of it', async () => {
  const saleId = await sold()
  wire.bend = (path, outcome) =>
    path.endsWith('/refund') ? ({ kind: 'unsent', detail: 'x' } as unknown as HttpOutcome) : outcome
  service.faults.push(...Array.from({ length: 100_000 }, () => 'cut' as const))
  must(till.api.commitReturn(await order(saleId, CARD, 1_000)))
  must(till.api.commitReturn(await order(saleId, CARD, 1_000)))
  service.faults.length = 0
  wire.bend = (_, outcome) => outcome
  service.refundsAs = 'processing'
  await fixture.clock.advance(60_000)
  fixture.clock.jumpWallClock(24 * 3_600_000)
  await fixture.clock.advance(200_000)
  service.refundsAs = 'processed'
  for (const one of back()) one.status = 'processed'
  await fixture.clock.advance(600_000)
  expect(rowsOf().map(({ state }) => state)).toEqual(['done', 'done'])
})
