/** Services that lie, stall or speak for somebody else when asked about this till's own sale. */
import { describe, expect, it } from 'vitest'
import type { HttpOutcome, HttpRequest } from '../kernel/ports.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { judgeNotes } from '../../../test/support/judge-notes.ts'
import { must } from '../../../test/support/must.ts'
import { COFFEE, orderOf, returnTillPerTest } from '../../../test/support/return-till.ts'
import { answered } from '../../../test/support/service-answers.ts'
import { LOST, receiptOf, sellOf, UNREACHABLE } from '../../../test/support/till-fixture.ts'

const { fixture, till, sent } = returnTillPerTest()

/** Two lines, issued; what a question about them is answered with. */
async function asked(answer: (request: HttpRequest) => HttpOutcome) {
  const saleId = sellOf(till.api, COFFEE, '201')
  await fixture.until(() => till.api.status().pendingCount === 0)
  const honest = fixture.service.answer
  fixture.service.answer = (request) =>
    request.path.startsWith('/api/invoices/validate') ? answer(request) : honest(request)
  return { saleId, totalClp: receiptOf(till.api, saleId).totalClp }
}
const above = (message: string) => ({
  field: 'totals.total',
  code: 'CREDIT_ABOVE_DOCUMENT',
  message,
})
const refused = (...errors: readonly unknown[]) =>
  answered(200, { valid: false, validation_errors: errors })

/** What says nothing of what is left: the sale comes back as this till knows it, and once. */
const NO_VERDICT: Readonly<Record<string, () => HttpOutcome>> = {
  'a page of another server': () => answered(200, '<html>'),
  'an empty answer': () => answered(200, ''),
  'an error of its own': () => answered(500, { error: 'oops' }),
  'no such question here': () => answered(404, {}),
  'a key that is refused': () => answered(401, {}),
  'a text for a truth': () => answered(200, { valid: 'yes' }),
  'wrong, for no reason': () => refused(),
  'the document of another company': () =>
    refused({ field: 'issuer', code: 'NOT_OF_THIS_COMPANY', message: 'queda: 0.' }),
  'nothing, the line is cut': () => LOST,
  'nobody there': () => UNREACHABLE,
}

describe('asked of this till’s own sale, a service', () => {
  it.each(Object.entries(NO_VERDICT))(
    'without a verdict takes nothing from the customer: %s',
    async (_, answer) => {
      const { saleId } = await asked(answer)
      const sale = must(await till.api.openReturn(saleId))
      expect(sale.backElsewhereClp).toBe(0)
      must(till.api.commitReturn(orderOf(sale, null)))
      await fixture.until(() => till.api.status().pendingCount === 0)
      expect(sent()).toHaveLength(2)
      expect(await till.api.openReturn(saleId)).toMatchObject({ ok: false })
    },
  )

  it.each([
    ['more than the whole', (totalClp: number) => totalClp + 1],
    ['just the whole', (totalClp: number) => totalClp],
    ['a number no money is', () => Number.MAX_SAFE_INTEGER],
  ])(
    'that tells of another total, %s, while it refuses, is not believed: nothing goes back',
    async (_, of) => {
      let totalClp = 0
      const made = await asked(() => refused(above(`queda: ${of(totalClp)}.`)))
      totalClp = made.totalClp
      expect(await till.api.openReturn(made.saleId)).toMatchObject({
        refusal: { code: 'RETURN_PART_ELSEWHERE' },
      })
      const sale = must(till.api.startReturn(made.saleId))
      expect(till.api.commitReturn(orderOf(sale, null))).toMatchObject({ ok: false })
      expect(sent()).toHaveLength(1)
    },
  )

  it('that names a sum and then refuses just that sum is not believed either', async () => {
    const { saleId } = await asked(() => refused(above('queda: 100.')))
    expect(await till.api.openReturn(saleId)).toMatchObject({
      refusal: { code: 'RETURN_PART_ELSEWHERE' },
    })
  })

  it('that said nothing is left and later says all is, is believed when it is asked last', async () => {
    const { saleId, totalClp } = await asked(() => refused(above('queda: 0.')))
    expect(await till.api.openReturn(saleId)).toMatchObject({
      refusal: { code: 'OUTSIDE_BACK_ELSEWHERE' },
    })
    judgeNotes(fixture.service, totalClp)
    must(till.api.commitReturn(orderOf(must(await till.api.openReturn(saleId)), null)))
  })

  it('is not passed over: what comes without the question is refused, and gives nothing', async () => {
    const { saleId, totalClp } = await asked(() => answered(200, {}))
    judgeNotes(fixture.service, clp(0))
    const order = orderOf(must(till.api.startReturn(saleId)), null)
    const own = orderOf({ ...must(till.api.startReturn(saleId)), returnId: order.returnId }, null)
    for (const raw of [order, own])
      expect(till.api.commitReturn(raw)).toMatchObject({ refusal: { code: 'RETURN_OPEN_AGAIN' } })
    expect(await till.api.openReturn(saleId)).toMatchObject({
      refusal: { code: 'OUTSIDE_BACK_ELSEWHERE' },
    })
    expect(till.api.commitReturn(order)).toMatchObject({ ok: false })
    expect(sent()).toHaveLength(1)
    judgeNotes(fixture.service, totalClp)
    const asOpened = orderOf(must(await till.api.openReturn(saleId)), null)
    fixture.clock.jumpWallClock(31 * 60_000)
    expect(till.api.commitReturn(asOpened)).toMatchObject({
      refusal: { code: 'RETURN_OPEN_AGAIN' },
    })
    must(await till.api.openReturn(saleId))
    must(till.api.commitReturn(asOpened))
  })

  it('that issues the receipt while its return lies open needs no second opening', async () => {
    const honest = fixture.service.answer
    fixture.service.answer = () => UNREACHABLE
    const saleId = sellOf(till.api, COFFEE, '201')
    const opened = must(await till.api.openReturn(saleId))
    expect(opened.folio).toBeNull()
    fixture.service.answer = honest
    await fixture.until(() => till.api.status().pendingCount === 0)
    must(till.api.commitReturn(orderOf(opened, null)))
  })

  it('that never answers holds nobody at the counter longer than five seconds', async () => {
    const waitsMs: number[] = []
    const { saleId } = await asked(({ timeoutMs }) => {
      waitsMs.push(timeoutMs)
      return LOST
    })
    must(await till.api.openReturn(saleId))
    expect(waitsMs).toHaveLength(1)
    expect(waitsMs[0]).toBeLessThanOrEqual(5_000)
  })

  it('hears the sums as Chile writes them', async () => {
    const { saleId } = await asked(() => answered(200, {}))
    const leftClp = clp(receiptOf(till.api, saleId).lines[0]?.grossClp ?? 0)
    judgeNotes(fixture.service, leftClp, () => `De N° 12 quedan ${formatClp(leftClp)}`)
    const sale = must(await till.api.openReturn(saleId))
    expect(till.api.commitReturn(orderOf(sale, null))).toMatchObject({
      refusal: { code: 'OUTSIDE_TOO_MUCH' },
    })
  })
})
