/**
 * What was sold, given back once over all tills of a shop. While a return lies open its till holds
 * all that is left of the receipt, in pesos; what is given back then stays taken, and the rest is
 * there again. Where a place has a hub, the till that sold it tells of it (sold-worth.ts); else
 * whoever holds it first says what it comes to, and that all tills read off the same paper.
 */
import type { SaleId } from '#shared/core/brand.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { soldWorthId } from '#shared/fleet/sold-worth.ts'
import { EXEMPT, PESOS } from '#shared/fleet/worth-contract.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { clp, sumClp, ZERO_CLP, type Clp } from '#shared/money/clp.ts'
import type { ChangeDecision } from '#shared/returns/decide-change.ts'
import { exemptBack } from '#shared/returns/exempt-left.ts'
import type { ReturnDecision } from '#shared/returns/return-decision.ts'
import type { LeftOfReceipt } from '#shared/returns/return-shares.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { NearbyHub, ReceiptName } from '../returns/ask-elsewhere.ts'
import type { TakenWhole } from '../issuing/steps/delete-receipt.ts'
import { PENDING_UNDO } from '../returns/undone.ts'
import type { Wanted } from './shop-worths.ts'
import { createSoldReader, readSoldFacts } from './sold-worth.ts'
import { NO_KEY, type ClaimingWorths, type createWorthClaiming } from './worth-asking.ts'

export interface ReturnWorthParts extends Pick<ClaimingWorths, 'worths' | 'hub' | 'signal'> {
  readonly db: TillDatabase
  readonly claim: ReturnType<typeof createWorthClaiming>
}

type Spent = Result<() => void, Refusal>
const NOTHING: Spent = ok(() => undefined)
const NOTHING_TAKEN: TakenWhole = { write: () => undefined, letGo: () => undefined }

/** What is taken back of a receipt: by a return, a change of its document, or a deletion. */
type TakenBack = Pick<ReturnDecision, 'returnId' | 'originalId' | 'outside'> & {
  readonly amountClp: Clp
  /** Of it, without IVA. */
  readonly exemptClp: Clp
}
export const takenBy = ({ totals, lines, ...decision }: ReturnDecision): TakenBack => ({
  ...decision,
  amountClp: clp(totals.totalClp - sumClp(lines.map((line) => line.voucherClp ?? ZERO_CLP))),
  exemptClp: exemptBack(lines),
})

export function createReturnWorths({ db, worths, claim, hub, signal }: ReturnWorthParts) {
  // As it is asked about (returns/ask-elsewhere.ts): what has no number came back nowhere else.
  const isAskable = db.prepare<[SaleId]>(`SELECT 1 FROM sale s JOIN receipt r ON r.sale_id = s.id
    WHERE s.id = ? AND s.documented_by = 'receipt' AND r.folio IS NOT NULL
      AND ${PENDING_UNDO} IS NULL`)
  const sold = createSoldReader(db)
  /** Its shop was left, whose tills may give it back. */
  const isLeft = (receipt: ReceiptName) => worths.isSaleTold(soldWorthId(receipt))
  /**
   * Pesos of it that this till may give back now, for one return that is opened; null where none
   * has a say in it. `left`: as this till knows it.
   */
  const hold = async (
    returnId: SaleId,
    receipt: SoldInAll,
    left: LeftOfReceipt,
  ): Promise<Result<Clp | null, Refusal>> => {
    if (!worths.isOfShop()) return isLeft(receipt) ? refuse(refusal('RETURN_LEFT_SHOP')) : ok(null)
    const spent = (part: string) => worths.spentHere(soldWorthId(receipt), part)
    const wanted = wantedOf(returnId, receipt, left, spent)
    worths.endReturnsOf(wanted.worthId)
    const claimed = await claim(wanted.named, [wanted])
    if (!claimed.ok) return refuse(inWordsOfReturn(claimed.refusal))
    return ok(clp(worths.heldFor(wanted.named)?.takes?.[PESOS] ?? 0))
  }
  /** What to write with it: so much of what is held stays taken. */
  const give = ({ returnId, originalId, outside, ...back }: TakenBack): Spent => {
    const own = worths.isOfShop() || originalId === null ? null : sold(originalId)
    if (own !== null && own !== 'later' && isLeft(own)) return refuse(refusal('RETURN_LEFT_SHOP'))
    if (!worths.isOfShop()) return NOTHING
    const held = worths.heldFor(deedOf(returnId))
    const isAsked = outside !== null || (originalId !== null && isAskable.get(originalId))
    if (held === null) return isAsked ? refuse(refusal('RETURN_OPEN_AGAIN')) : NOTHING
    const { kind, worthId, named } = held
    const takes = takesOf(back, held.takes?.[EXEMPT])
    const spent = worths.spend(named, [{ kind, worthId, named, ownId: null, takes }])
    return spent.ok ? spent : refuse(refusal('RETURN_PART_ELSEWHERE'))
  }
  return {
    ...{ holdReturn: hold, give },
    /** What is held for that return; null where a till or a service of before had a say in it. */
    heldOf(returnId: SaleId): LeftOfReceipt | null {
      const { [PESOS]: pesos = 0, [EXEMPT]: exempt } = worths.heldFor(deedOf(returnId))?.takes ?? {}
      return exempt === undefined ? null : { clp: clp(pesos), exemptClp: clp(exempt) }
    },
    /** What to write with a change of document: its note takes back the whole receipt. */
    spendChange(_command: unknown, { changeId, originalId, totals }: ChangeDecision): Spent {
      const { totalClp: amountClp, exentoClp: exemptClp } = totals
      const spent = give({ returnId: changeId, originalId, outside: null, amountClp, exemptClp })
      return spent.ok ? spent : refuse(refusal('CHANGE_OPEN_AGAIN'))
    },
    /** All of it, before its document is deleted: a hub may have it, however long ago it was. */
    async takeWhole(saleId: SaleId): Promise<Result<TakenWhole, Refusal>> {
      const receipt = sold(saleId)
      if (receipt === null || receipt === 'later') return ok(NOTHING_TAKEN)
      const { totalClp: amountClp, exemptClp } = receipt
      const held = await hold(saleId, receipt, { clp: amountClp, exemptClp })
      if (!held.ok) return held
      if (held.value === null) return ok(NOTHING_TAKEN)
      const letGo = () => worths.endReturnsOf(soldWorthId(receipt))
      const whole = { amountClp, exemptClp }
      const spent = give({ returnId: saleId, originalId: saleId, outside: null, ...whole })
      if (spent.ok) return ok({ write: spent.value, letGo })
      letGo()
      return spent
    },
    nearby: nearbyHub({ hub, signal }, (returnId) => worths.heldFor(deedOf(returnId)) !== null),
  }
}

function nearbyHub(
  { hub, signal }: Pick<ReturnWorthParts, 'hub' | 'signal'>,
  isHeld: NearbyHub['isHeld'],
): NearbyHub {
  const none = () => refuse(refusal(hub.isOwn() ? 'RETURN_AT_OWN_HUB' : 'RETURN_SHOP_AWAY'))
  return {
    isHeld,
    word: () => (hub.asked() === null ? none() : ok(null)),
    async find(receipt) {
      const id = soldWorthId(receipt)
      const found = await hub.asked()?.client.find('sale', id, { as: NO_KEY, signal })
      if (found?.ok !== true) return none()
      const facts = readSoldFacts(found.value[0]?.facts ?? '', receipt)
      return facts === null ? refuse(refusal('RETURN_NOT_AT_HUB', 'folio')) : ok(facts)
    },
  }
}

/** Its name has a space in it: no sale's has. */
const deedOf = (returnId: SaleId): string => `return ${returnId}`

/** What has no IVA decides about no money: it is no more than is held of it. */
const takesOf = (
  { amountClp, exemptClp }: Pick<TakenBack, 'amountClp' | 'exemptClp'>,
  held: number | undefined,
) => ({ [PESOS]: amountClp, ...(held !== undefined && { [EXEMPT]: Math.min(held, exemptClp) }) })

type SoldInAll = ReceiptName & Pick<LeftOfReceipt, 'exemptClp'>

/** Of a whole receipt what has no IVA is known, whoever gave some of it back. */
function wantedOf(
  returnId: SaleId,
  receipt: SoldInAll,
  left: LeftOfReceipt,
  spent: (part: string) => number,
): Wanted {
  const [kind, worthId] = ['sale' as const, soldWorthId(receipt)]
  const { totalClp, exemptClp } = receipt
  const [pesos, exempt] = [left.clp + spent(PESOS), left.exemptClp + spent(EXEMPT)]
  const parts = {
    [PESOS]: Math.min(totalClp, pesos),
    [EXEMPT]: pesos >= totalClp ? exemptClp : Math.min(exemptClp, exempt),
  }
  return {
    ...{ kind, worthId, ownId: null, takes: null, named: deedOf(returnId) },
    along: { kind, worth_id: worthId, names: [], parts, facts: '' },
  }
}

function inWordsOfReturn({ code, params }: Refusal): Refusal {
  if (code === 'WORTH_SPENT') return refusal('OUTSIDE_BACK_ELSEWHERE')
  if (code === 'WORTH_IN_HAND') return refusal('RETURN_IN_HAND')
  if (code === 'WORTH_AT_HUB') return refusal('RETURN_AT_HUB', null, params)
  if (code === 'WORTH_AT_OWN_HUB') return refusal('RETURN_AT_OWN_HUB')
  return refusal(code === 'WORTH_NOT_AT_HUB' ? 'RETURN_NOT_AT_HUB' : 'RETURN_SHOP_AWAY')
}
