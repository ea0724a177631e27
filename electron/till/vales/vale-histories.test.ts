/**
 * Whatever is done with vales, in whichever order: what was given for them is used, left, ended or
 * voided, to the peso, and none is spent twice.
 */
import fc from 'fast-check'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { must } from '../../../test/support/must.ts'
import { orderOf } from '../../../test/support/return-till.ts'
import { cartOf, commitOf, sellOf } from '../../../test/support/till-fixture.ts'
import { pick } from '../../../test/support/thoroughness.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'

const { fixture, api } = tillPerTest()

type Step =
  | { readonly do: 'give' }
  | { readonly do: 'pass-a-year' }
  | { readonly do: 'void' | 'undo' | 'return'; readonly of: number }
  | { readonly do: 'use'; readonly of: number; readonly share: number }

const of = fc.nat(5)
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('give' as const) }) },
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant('use' as const),
        of,
        share: fc.constantFrom(0.3, 0.5, 1, 1.01),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constantFrom('undo' as const, 'return' as const), of }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('void' as const), of }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('pass-a-year' as const) }) },
  ),
  { minLength: 4, maxLength: 14 },
)

/** What the test believes: each vale as it was given, and what is still to be spent of it. */
interface Believed {
  readonly code: string
  readonly amountClp: number
  readonly returnId: SaleId
  readonly saleIds: SaleId[]
  leftClp: number
  usedClp: number
  gone: 'expired' | 'voided' | null
}

function history(before: number) {
  const db = new Database(join(fixture.dataDir, 'till', 'till.db'), { readonly: true })
  const code = db.prepare<[number], string>('SELECT code FROM vale WHERE number = ?').pluck()
  const vales: Believed[] = []
  const paid: { readonly saleId: SaleId; dueClp: number }[] = []
  const note = (made: ReturnType<typeof giveBack>) => {
    if (made.vale === null) return
    const { number, amountClp } = made.vale
    vales.push({
      code: code.get(number) ?? '',
      amountClp,
      returnId: made.saleId,
      saleIds: [],
      leftClp: amountClp,
      usedClp: 0,
      gone: null,
    })
  }
  const giveBack = (saleId: SaleId, method: string) => {
    const refund = { method, reference: '' }
    return must(api.commitReturn(orderOf(must(api.startReturn(saleId)), null, { refund })))
  }
  const use = (vale: Believed, amountClp: number) => {
    const cart = cartOf(api, '201')
    const by = { method: 'vc', amountClp, reference: vale.code }
    const rest = { method: 'TC', amountClp: null, reference: '' }
    const payments = amountClp < 1600 ? [by, rest] : [by]
    const sold = api.commitSale({ ...commitOf(api, cart), payments })
    const isRight = vale.gone === null && amountClp <= vale.leftClp && amountClp <= 1600
    expect(sold.ok).toBe(isRight)
    if (!sold.ok) return
    vale.leftClp -= amountClp
    vale.usedClp += amountClp
    paid.push({ saleId: sold.value.saleId, dueClp: amountClp })
  }
  const end = (vale: Believed | undefined, gone: Believed['gone'], isDone: boolean) => {
    if (vale === undefined) return
    expect(isDone).toBe(vale.gone === null && vale.leftClp > 0)
    if (isDone) vale.gone = gone
  }
  return {
    close: () => db.close(),
    vales,
    take(step: Step): void {
      if (step.do === 'give') return note(giveBack(sellOf(api, '201'), 'vc'))
      if (step.do === 'pass-a-year') {
        fixture.clock.jumpWallClock(370 * 86_400_000)
        for (const vale of vales) if (vale.gone === null && vale.leftClp > 0) vale.gone = 'expired'
        return
      }
      const vale = vales[step.of]
      if (step.do === 'use')
        return vale === undefined
          ? undefined
          : use(vale, Math.max(1, Math.round(vale.amountClp * step.share)))
      if (step.do === 'void') {
        const order = { number: before + step.of + 1, reason: 'Perdido', approvalId: null }
        return end(vale, 'voided', api.voidVale(order).ok)
      }
      if (step.do === 'undo') {
        if (vale === undefined || vale.usedClp > 0 || vale.gone !== null) return
        const undo = { returnId: vale.returnId, reason: 'Error', approvalId: null }
        return end(vale, 'voided', api.undoReturn(undo).ok)
      }
      const sale = paid[step.of]
      if (sale === undefined || sale.dueClp === 0) return
      const back = giveBack(sale.saleId, 'EF')
      // Asked for in cash: what a vale paid is a vale again all the same.
      expect(back.vale?.amountClp).toBe(sale.dueClp)
      sale.dueClp = 0
      note(back)
    },
  }
}

const listed = () => must(api.vales({ text: '', filter: 'all', offset: 0, limit: 100 })).rows

it('every peso given as a vale is used, left, ended or voided, and never below nothing', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      // One till for all histories: each looks at its own vales.
      const before = listed()[0]?.number ?? 0
      const told = history(before)
      for (const step of taken) {
        told.take(step)
        const rows = listed().filter(({ number }) => number > before)
        const balances = rows.map(({ amountClp, balanceClp }) => [amountClp, balanceClp])
        expect(balances.toReversed()).toEqual(
          told.vales.map(({ amountClp, leftClp, gone }) => [
            amountClp,
            gone === null ? leftClp : 0,
          ]),
        )
        for (const { amountClp, usedClp, leftClp } of told.vales) {
          expect(usedClp + leftClp).toBe(amountClp)
          expect(leftClp).toBeGreaterThanOrEqual(0)
        }
      }
      told.close()
    }),
    { numRuns: pick(25, 300) },
  )
})
