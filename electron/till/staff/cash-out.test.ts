/**
 * Whatever is done at the counter, by whomever: what should be in the drawer falls only by the one
 * door, by the pesos its row says, and by somebody who may.
 */
import fc from 'fast-check'
import Database from 'better-sqlite3'
import { beforeEach, expect, it } from 'vitest'
import type { CommitInput } from '#shared/selling/inputs.ts'
import { CONTRACT } from '#shared/bridge/contract.ts'
import type { AnyRow } from '#shared/staff/row.ts'
import type { IsoDate } from '#shared/core/brand.ts'
import type { Result } from '#shared/core/result.ts'
import { ZERO_CLP } from '#shared/money/clp.ts'
import { expectedCash, shiftReport } from '#shared/shifts/shift-report.ts'
import { DEFAULT_METHODS } from '#shared/selling/payment/payment-method.ts'
import {
  changeDeed,
  deletionDeed,
  mendDeed,
  notesDeed,
  refundDeed,
  type ApprovalSubject,
} from '#shared/staff/deeds.ts'
import { LENT_RIGHTS } from '#shared/staff/need.ts'
import { VOUCHER_CARD } from '../../../test/support/card-method.ts'
import { CREW } from '../../../test/support/crew.ts'
import {
  AT_ONCE,
  FALLING,
  GIVEN,
  step,
  WITHOUT_MONEY,
  WORKING,
  type Around,
  type Step,
} from '../../../test/support/drawer-steps.ts'
import { goOffline } from '../../../test/support/go-offline.ts'
import { INVOICE_BUYER } from '../../../test/support/invoice-buyer.ts'
import { must } from '../../../test/support/must.ts'
import { orderOf } from '../../../test/support/return-till.ts'
import { COFFEE, shiftTillPerTest } from '../../../test/support/shift-till.ts'
import { cartOf, commitOf, keptOf } from '../../../test/support/till-fixture.ts'
import { pick } from '../../../test/support/thoroughness.ts'
import { inputOf, seededDie } from '../../../test/support/zod-inputs.ts'
import { createShiftFacts } from '../shifts/shift-facts.ts'
import { WAYS_OUT } from './cash-out.ts'

const { fixture, till, useShifts, openShift, close, file } = shiftTillPerTest()
const ids = new Map<string, string>()

beforeEach(async () => {
  for (const [name, role, pin] of CREW) {
    const { members } = must(await till.api.saveStaff({ staffId: null, name, role, pin }))
    ids.set(name, members.find((member) => member.name === name)?.id ?? '')
    if (till.api.staff().current === null) await serve('Paula')
  }
  must(await useShifts({ countsBlind: false }))
  must(
    await till.api.saveSettings({
      emissionModel: 'card-voucher',
      paymentMethods: [...DEFAULT_METHODS, VOUCHER_CARD],
      tips: { isOn: true, percents: [10] },
    }),
  )
  openShift()
  await goOffline({ fixture, api: till.api })
})

async function serve(name: string): Promise<void> {
  const pin = CREW.find(([each]) => each === name)?.[2] ?? ''
  must(await till.api.signIn({ staffId: ids.get(name) ?? '', pin }))
}

/** Whoever allows it may: the owner, over the shoulder; or nobody is asked. */
async function lend(deed: ApprovalSubject, isLent: boolean): Promise<string | null> {
  const right = LENT_RIGHTS.find((each) => each === deed.right)
  if (!isLent || right === undefined || till.api.staff().current?.name === 'Paula') return null
  const subject = { kind: 'right', ...deed, right } as const
  const allowed = await till.api.approve({ staffId: ids.get('Paula') ?? '', pin: '3690', subject })
  return must(allowed).approvalId
}

const SEED = Number(process.env['SEED'] ?? 25)

function charge(codes: string[], payments: CommitInput['payments'], more = {}) {
  return till.api.commitSale({
    ...commitOf(till.api, cartOf(till.api, ...codes)),
    payments,
    ...more,
  })
}

async function payWithNote({ isLent, of }: Step, { returns }: Around, takesRest: boolean) {
  const notes = returns.flatMap((id) => {
    const found = till.api.findCredits({ text: id.slice(-6) })
    return found.ok ? found.value : []
  })
  const { creditId, balanceClp } = notes[of % notes.length] ?? {}
  if (creditId === undefined || balanceClp === undefined) return null
  const command = commitOf(till.api, cartOf(till.api, '201'))
  const takenClp = takesRest ? balanceClp : Math.min(balanceClp, 1600)
  const deed = notesDeed(command.saleId, 1600, [{ creditId, takenClp }])
  const approvalId = await lend(deed, isLent)
  const note = { method: 'NC', amountClp: takenClp, reference: creditId }
  const payments =
    takenClp < 1600 ? [note, { method: 'EF', amountClp: null, reference: '' }] : [note]
  return till.api.commitSale({ ...command, payments, approvalId })
}

async function takeBack(
  { do: what, isLent, of, by }: Step,
  { sales, returns }: Around,
): Promise<Result<unknown, unknown> | null> {
  const saleId = sales[of % sales.length]
  const opened = saleId === undefined ? null : till.api.startReturn(saleId)
  if (saleId === undefined || opened?.ok !== true) return null
  const { lineNumber = 0 } = opened.value.lines[0] ?? {}
  const order = orderOf(opened.value, what === 'return' ? null : { [lineNumber]: 1_000 }, {
    refund: { method: by, reference: '' },
    voucherNumber: '4711',
  })
  const deed = refundDeed(saleId, by, order.expectedTotalClp)
  const made = till.api.commitReturn({ ...order, approvalId: await lend(deed, isLent) })
  if (made.ok) returns.push(made.value.saleId)
  return made
}

/** Another document for what was paid: it becomes the one that is given back, or changed again. */
async function change({ isLent, of }: Step, { sales }: Around) {
  const saleId = sales[of % sales.length]
  const opened = saleId === undefined ? null : await till.api.openChange(saleId)
  if (opened?.ok !== true) return opened
  const { changeId, originalId, to } = opened.value
  const refund = till.api.staff().rights.refund
  const recipient = to === 'invoice' ? INVOICE_BUYER : null
  const approvalId = await lend(changeDeed(originalId, to, recipient, { refund }), isLent)
  const made = till.api.changeDocument({ changeId, originalId, to, recipient, approvalId })
  if (made.ok) sales.push(made.value.saleId)
  return made
}

async function mend({ do: what, isLent, of }: Step, { sales }: Around) {
  const saleId = sales[of % sales.length]
  if (saleId === undefined) return null
  const way =
    what === 'adopt'
      ? ({ way: 'adopt', remoteId: 'r1' } as const)
      : { way: 'resend' as const, recipient: null }
  const approvalId = await lend(mendDeed(saleId, way), isLent)
  return what === 'adopt'
    ? till.api.adoptId({ saleId, remoteId: 'r1', approvalId })
    : till.api.resendFixed({ saleId, recipient: null, approvalId })
}

/** Counted to the peso and opened with what was counted: nothing left the drawer. */
async function nextShift(): Promise<Result<unknown, unknown> | null> {
  const cashClp = expectedNow()
  const closed = cashClp < 0 ? null : close(cashClp, 'x')
  if (closed?.ok === true) openShift(cashClp)
  return closed
}

/** What no step names, as the cashier, with an input of its form. */
async function callWhatever({ of, amountClp }: Step, { sales, returns }: Around) {
  await serve('Camila')
  const name = AT_ONCE[(amountClp + of) % AT_ONCE.length] ?? 'signOut'
  const { input }: AnyRow = CONTRACT[name]
  const words = [...sales.slice(-2), ...returns.slice(-1), 'EF', 'x', '12345678-5', '', '1']
  const die = seededDie(amountClp * 7 + of)
  const given = input === null ? null : input.safeParse(inputOf(input, die, words))
  if (given?.success === false) return null
  const ask = till.api[name] as (asked?: unknown) => unknown
  await ask(given?.data)
  // It may have signed out: a locked counter tells of no shift.
  await serve('Camila')
  return null
}

async function takeBackElsewhere({ isLent, of, amountClp }: Step) {
  const looked = await till.api.lookUpOutside({
    documentType: '39',
    folio: 9_000 + of,
    date: '2026-11-18' as IsoDate,
    totalClp: 40_000,
    buyerRut: '',
  })
  if (!looked.ok) return looked
  const { returnId } = looked.value
  const deed = refundDeed(returnId, 'EF', amountClp, 'beyondLimits')
  const approvalId = await lend(deed, isLent)
  const refund = { method: 'EF', reference: '' }
  return till.api.commitOutsideReturn({ returnId, amountClp, reason: 'x', refund, approvalId })
}

async function undoOrDelete(taken: Step, { sales, returns }: Around) {
  const { isLent, of } = taken
  if (taken.do === 'undo') {
    const returnId = returns[of % returns.length]
    if (returnId === undefined) return null
    const { totalClp = 0 } = must(till.api.receipt(returnId))
    const approvalId = await lend({ ...refundDeed('', '', totalClp), subject: returnId }, isLent)
    return till.api.undoReturn({ returnId, reason: 'x', approvalId })
  }
  const saleId = sales[of % sales.length]
  if (saleId === undefined) return null
  const { toCollectClp } = must(till.api.receipt(saleId))
  const approvalId = await lend(deletionDeed(saleId, toCollectClp), isLent)
  return taken.do === 'delete'
    ? till.api.deleteReceipt({ saleId, reason: 'x', approvalId })
    : till.api.setAside({ saleId, reason: 'x', approvalId })
}

async function take(taken: Step, around: Around): Promise<Result<unknown, unknown> | null> {
  const { api } = till
  const { isLent, amountClp, of } = taken
  switch (taken.do) {
    case 'sell':
    case 'sell-by-card': {
      const method = taken.do === 'sell' ? 'EF' : 'TC'
      const sold = charge([COFFEE, '201'], [{ method, amountClp: null, reference: '' }])
      if (sold.ok) around.sales.push(sold.value.saleId)
      return sold
    }
    case 'pay-with-note':
      return payWithNote(taken, around, false)
    case 'pay-with-note-and-cash-out':
      return payWithNote(taken, around, true)
    case 'sell-shared':
    case 'sell-in-parts': {
      const method = taken.do === 'sell-shared' ? 'TV' : 'TC'
      const card = { method, amountClp: 500 + (amountClp % 1_000), reference: '4711' }
      const cash = { method: 'EF', amountClp: null, reference: '' }
      const sold = charge([COFFEE, '201'], [card, cash], { tipClp: of * 7 })
      if (sold.ok) around.sales.push(sold.value.saleId)
      return sold
    }
    case 'invoice': {
      const more = { isInvoice: true, recipient: INVOICE_BUYER }
      const sold = charge([COFFEE], [{ method: 'EF', amountClp: null, reference: '' }], more)
      if (sold.ok) around.sales.push(sold.value.saleId)
      return sold
    }
    case 'change':
      return change(taken, around)
    case 'resend':
    case 'adopt':
      return mend(taken, around)
    case 'trial':
      return Promise.race([api.printTrialSale(), Promise.resolve(null)])
    case 'next-shift':
      return nextShift()
    case 'whatever-else':
      return callWhatever(taken, around)
    case 'return-piece':
    case 'return':
      return takeBack(taken, around)
    case 'return-elsewhere':
      return takeBackElsewhere(taken)
    case 'undo':
    case 'delete':
    case 'set-aside':
      return undoOrDelete(taken, around)
    case 'move-in':
    case 'move-out': {
      const kind = taken.do === 'move-in' ? 'in' : 'out'
      const approvalId = await lend({ right: 'moveCash', subject: kind, amountClp }, isLent)
      const movementId = api.shift().nextId
      return api.moveCash({ movementId, kind, amountClp, reason: 'x', approvalId })
    }
    case 'drawer':
      return api.openDrawer({
        approvalId: await lend({ right: 'openDrawer', subject: null }, isLent),
      })
    case 'void-vale':
      return api.voidVale({ number: of + 1, reason: 'x', approvalId: null })
    case 'park-and-discard': {
      must(api.parkSale({ ...keptOf(cartOf(api, COFFEE)), name: 'x' }))
      return api.discardParked({ parkedId: api.parkedSales()[0]?.id ?? '', approvalId: null })
    }
  }
}

const CASH_ACTIONS = new Set<string>(Object.values(WAYS_OUT).map(({ action }) => action))

interface LogRow {
  readonly seq: number
  readonly action: string
  readonly approver: string | null
  readonly cashClp: number
}

let expectedNow = (): number => 0

function bookOf(db: Database.Database) {
  const facts = createShiftFacts(db)
  const rows = db.prepare<[number], LogRow>(`SELECT seq, action, approver_name AS approver,
    coalesce(detail_json ->> '$.cashClp', 0) AS cashClp FROM audit WHERE seq > ? ORDER BY seq`)
  expectedNow = () => {
    const { shiftId = '', floatClp = ZERO_CLP } = till.api.shift().open ?? {}
    return expectedCash(shiftReport(facts.of(shiftId, floatClp)))
  }
  const last = db.prepare<[], { seq: number }>('SELECT coalesce(max(seq), 0) AS seq FROM audit')
  return {
    cash: expectedNow,
    lastRow: () => last.get()?.seq ?? 0,
    rowsAfter: (seq: number) => rows.all(seq),
  }
}

it('has every command that there is: whoever adds one says whether it moves money', () => {
  const commands = Object.entries(CONTRACT).filter(([, { kind }]) => kind === 'command')
  const said = [...GIVEN, ...WITHOUT_MONEY].sort()
  const wayOut = 'GIVEN or WITHOUT_MONEY in test/support/drawer-steps.ts'
  expect(said, wayOut).toEqual(commands.map(([name]) => name).sort())
})

it('falls only by the one door, with its right and its row, whatever is done and by whomever', async () => {
  const db = new Database(file(), { readonly: true })
  const { cash, lastRow, rowsAfter } = bookOf(db)
  const seen = new Set<string>()
  const worked = new Set<string>()
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 20 }), async (steps) => {
        const around: Around = { sales: [], returns: [] }
        for (const taken of steps) {
          await serve(taken.who)
          const before = cash()
          const seq = lastRow()
          const done = await take(taken, around)
          if (done?.ok === true) worked.add(taken.do)
          const fellClp = Math.max(0, before - cash())
          const out = rowsAfter(seq).filter(({ action }) => CASH_ACTIONS.has(action))
          const saidClp = out.reduce((sum, { cashClp }) => sum + cashClp, 0)
          expect([taken.do, taken.by, saidClp]).toEqual([taken.do, taken.by, fellClp])
          // A cashier has none of these rights: nothing falls without somebody's PIN.
          if (fellClp > 0 && taken.who === 'Camila')
            expect(out.map(({ approver }) => approver)).toEqual(['Paula'])
          if (fellClp > 0) seen.add(taken.do)
        }
      }),
      { numRuns: pick(30, 400), seed: SEED },
    )
  } finally {
    db.close()
  }
  expect(FALLING).toEqual(expect.arrayContaining([...seen]))
  expect(seen.size).toBeGreaterThan(FALLING.length / 2)
  expect([...worked]).toEqual(expect.arrayContaining(WORKING))
})
