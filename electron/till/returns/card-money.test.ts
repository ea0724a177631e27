/**
 * Money that came by card leaves the drawer as cash only by the word of who may go beyond the
 * limits, whatever it has become in between: a credit note, its rest, or goods paid with it.
 */
import { expect, it } from 'vitest'
import type { Result } from '#shared/core/result.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { notesDeed } from '#shared/staff/deeds.ts'
import { CREW } from '../../../test/support/crew.ts'
import { must } from '../../../test/support/must.ts'
import { COFFEE } from '../../../test/support/return-till.ts'
import { cartOf, commitOf } from '../../../test/support/till-fixture.ts'
import { valeTillPerTest } from '../../../test/support/vale-till.ts'

const { till, giveBack, returnable, giveVale } = valeTillPerTest({ pinCost: 4 })

type Part = readonly [method: string, amountClp?: number, reference?: string]
const orderBy = (codes: readonly string[], ...parts: Part[]) => ({
  ...commitOf(till.api, cartOf(till.api, ...codes)),
  payments: parts.map(([method, amountClp = null, reference = '']) => ({
    ...{ method, amountClp, reference },
  })),
})
const sold = (codes: readonly string[], ...parts: Part[]): SaleId =>
  must(till.api.commitSale(orderBy(codes, ...parts))).saleId
const back = (saleId: SaleId, method: string, pieces: Record<number, number> | null = null) =>
  giveBack(saleId, pieces, { refund: { method, reference: 'x' } })
const noteOf = (saleId: SaleId): SaleId => must(back(saleId, 'NC')).saleId
const codeOf = (made: Result<unknown, Refusal>) => (made.ok ? 'ok' : made.refusal.code)
const idOf = (name: string) =>
  till.api.staff().members.find((member) => member.name === name)?.id ?? ''

async function people() {
  for (const [name, role, pin] of CREW)
    must(await till.api.saveStaff({ staffId: null, name, role, pin }))
  must(await till.api.signIn({ staffId: idOf('Rodrigo'), pin: '1470' }))
}

it('the rest of a note of a card is no cash by the right to give back alone', async () => {
  const notes = { card: noteOf(sold([COFFEE], ['TC'])), cash: noteOf(sold([COFFEE], ['EF'])) }
  await people()
  const withRest = (creditId: SaleId) => orderBy(['201'], ['NC', 1_996, creditId])
  expect(codeOf(till.api.commitSale(withRest(notes.cash)))).toBe('ok')
  const order = withRest(notes.card)
  expect(codeOf(till.api.commitSale(order))).toBe('CREDIT_OF_CARD')
  const allow = async (right: 'refund' | 'beyondLimits') => {
    const taken = [{ creditId: notes.card, takenClp: 1_996 }]
    const subject = { kind: 'right', ...notesDeed(order.saleId, 1_600, taken, right) } as const
    const { approvalId } = must(
      await till.api.approve({ staffId: idOf('Paula'), pin: '3690', subject }),
    )
    return till.api.commitSale({ ...order, approvalId })
  }
  expect(codeOf(await allow('refund'))).toBe('CREDIT_OF_CARD')
  expect(await allow('beyondLimits')).toMatchObject({ ok: true, value: { changeClp: 400 } })
  must(await till.api.signIn({ staffId: idOf('Paula'), pin: '3690' }))
  const { rows } = must(till.api.audit({ cursor: null, limit: 50 }))
  expect(rows.find(({ saleId }) => saleId === order.saleId)).toMatchObject({
    ...{ action: 'credit-used', staffName: 'Rodrigo', approverName: 'Paula' },
    detail: { totalClp: 1_996, cashClp: 400 },
  })
})

it('pays goods by the right to give back, and they come back as what it was, however often', async () => {
  const first = sold(['201'], ['NC', 1_600, noteOf(sold([COFFEE], ['TC']))])
  const second = sold(['201'], ['NC', 1_600, noteOf(first)])
  expect(returnable(second).limits.cashClp).toBe(0)
  const ofCash = sold(['201'], ['NC', 1_600, noteOf(sold([COFFEE], ['EF']))])
  expect(returnable(ofCash).limits.cashClp).toBe(undefined)
  await people()
  expect(codeOf(back(second, 'EF'))).toBe('RIGHT_REQUIRED')
  expect(codeOf(back(ofCash, 'EF'))).toBe('ok')
  expect(codeOf(back(second, 'NC'))).toBe('ok')
})

it('a vale makes no room for the card beside it: it goes back into one', () => {
  const code = giveVale(COFFEE)
  const saleId = sold([COFFEE, COFFEE], ['vc', 1_996, code], ['TC'])
  expect(returnable(saleId).limits.cashClp).toBe(0)
})

it('what went back as a note or a vale took no cash of it', () => {
  const saleId = sold([COFFEE, COFFEE], ['EF', 2_000], ['TC'])
  must(back(saleId, 'NC', { 1: 1_000 }))
  expect(returnable(saleId).limits.cashClp).toBe(2_000)
})
