/** Two people at one promotion or price list: the second never undoes the first unawares. */
import { expect, it } from 'vitest'
import type { PromotionRule } from '#shared/promotions/promotion.ts'
import { crewTillPerTest } from '../../../test/support/crew-till.ts'
import { must } from '../../../test/support/must.ts'
import { promotionRule } from '../../../test/support/promotions.ts'

const { api, fixture, serve, auditRows } = crewTillPerTest()

const percentOff = (percent: number): Partial<PromotionRule> => ({
  does: { kind: 'percent', percent },
})
const KINDS = {
  promotion: {
    code: 'PROMOTION_CHANGED',
    all: () => must(api.promotions()),
    save: (id: string | null, readAt: number | undefined, percent: number) =>
      api.savePromotion({
        promotionId: id,
        readAt,
        name: 'Verano',
        rule: promotionRule(percentOff(percent)),
      }),
    archive: (promotionId: string) => api.switchPromotion({ promotionId, to: 'archived' }),
    percent: () => JSON.stringify(must(api.promotions())[0]?.rule.does),
  },
  'price list': {
    code: 'PRICE_LIST_CHANGED',
    all: () => must(api.priceLists()),
    save: (id: string | null, readAt: number | undefined, percent: number) =>
      api.savePriceList({
        priceListId: id,
        readAt,
        name: 'Verano',
        percents: [{ categoryId: '', percent }],
        prices: [],
      }),
    archive: (priceListId: string) => api.archivePriceList({ priceListId, isArchived: true }),
    percent: () => JSON.stringify(must(api.priceLists())[0]?.percents),
  },
} as const

it.each(Object.values(KINDS))(
  'who saves over what changed meanwhile is told by whom and when: $code',
  async ({ code, all, save, percent }) => {
    await serve('owner')
    must(save(null, undefined, 5))
    const [read] = all()
    await serve('supervisor')
    // At the very same moment as far as the clock is concerned.
    must(save(read!.id, read!.changedAt, 10))
    const second = () => save(read!.id, read!.changedAt, 20)
    const refused = second()
    expect(refused).toMatchObject({ refusal: { code, params: { by: 'Rodrigo', name: 'Verano' } } })
    expect(refused.ok ? '' : refused.refusal.params['at']).toMatch(/^\d\d-\d\d-\d{4} \d\d:\d\d$/)
    expect(second()).toMatchObject({ refusal: { code } })
    expect(save(read!.id, undefined, 20)).toMatchObject({ refusal: { code } })
    expect(percent()).toContain('10')
    // Knowing of it, it is theirs to decide.
    await serve('owner')
    const known = Number(refused.ok ? 0 : refused.refusal.params['changedAt'])
    must(save(read!.id, known, 20))
    expect(percent()).toContain('20')
    const saved = auditRows().filter(({ action }) => action.endsWith('-saved'))
    expect(saved.filter(({ detail }) => detail['what'] === 'Verano')).toHaveLength(3)
  },
)

it.each(Object.values(KINDS))(
  'what was archived meanwhile is not saved as if it were in use, nor with a clock set back: $code',
  async ({ code, all, save, archive }) => {
    await serve('owner')
    must(save(null, undefined, 5))
    const [read] = all()
    fixture.clock.jumpWallClock(-86_400_000)
    must(archive(read!.id))
    expect(save(read!.id, read!.changedAt, 10)).toMatchObject({
      refusal: { code, params: { by: 'Paula' } },
    })
    expect(all()[0]!.changedAt).toBe(read!.changedAt + 1)
  },
)
