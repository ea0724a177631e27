/**
 * What was sold, given back once over all tills of a shop. While a return lies open its till holds
 * all that is left of the receipt, in pesos; what is given back then stays taken, and the rest is
 * there again. Nobody tells of a receipt before: whoever holds it first says what it comes to, and
 * that all tills read off the same paper.
 */
import type { SaleId } from '#shared/core/brand.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { PESOS } from '#shared/fleet/worth-contract.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { clp, sumClp, ZERO_CLP, type Clp } from '#shared/money/clp.ts'
import type { OutsideFacts, ReturnDecision } from '#shared/returns/return-decision.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { PENDING_UNDO } from '../returns/undone.ts'
import type { ShopWorths, Wanted } from './shop-worths.ts'
import type { createWorthClaiming } from './worth-asking.ts'

/** By what every till names it. A trial has the folio of another one, and hardly all of these. */
export type ReturnedReceipt = Pick<OutsideFacts, 'documentType' | 'folio' | 'date' | 'totalClp'>

interface ReturnWorthParts {
  readonly db: TillDatabase
  readonly worths: ShopWorths
  readonly claim: ReturnType<typeof createWorthClaiming>
}

type Spent = Result<() => void, Refusal>
const NOTHING: Spent = ok(() => undefined)

export function createReturnWorths({ db, worths, claim }: ReturnWorthParts) {
  // As it is asked about (returns/ask-elsewhere.ts): what has no number came back nowhere else.
  const isAskable = db.prepare<[SaleId]>(`SELECT 1 FROM sale s JOIN receipt r ON r.sale_id = s.id
    WHERE s.id = ? AND s.documented_by = 'receipt' AND r.folio IS NOT NULL
      AND ${PENDING_UNDO} IS NULL`)
  return {
    /**
     * Pesos of it that this till may give back now, for one return that is opened; null where none
     * has a say in it. `leftClp`: as this till knows it.
     */
    async hold(
      returnId: SaleId,
      receipt: ReturnedReceipt,
      leftClp: Clp,
    ): Promise<Result<Clp | null, Refusal>> {
      if (!worths.isOfShop()) return ok(null)
      const wanted = wantedOf(returnId, receipt, leftClp + worths.spentHere('sale', idOf(receipt)))
      worths.endReturnsOf(wanted.worthId)
      const claimed = await claim(wanted.named, [wanted])
      if (!claimed.ok) return refuse(inWordsOfReturn(claimed.refusal))
      return ok(clp(worths.heldFor(wanted.named)?.takes?.[PESOS] ?? 0))
    },
    /** What to write with a return: so much of what is held stays taken. */
    give({ returnId, originalId, outside, totals, lines }: ReturnDecision): Spent {
      if (!worths.isOfShop()) return NOTHING
      const held = worths.heldFor(deedOf(returnId))
      const isAsked = outside !== null || (originalId !== null && isAskable.get(originalId))
      if (held === null) return isAsked ? refuse(refusal('RETURN_OPEN_AGAIN')) : NOTHING
      const voucherClp = sumClp(lines.map((line) => line.voucherClp ?? ZERO_CLP))
      const takes = { [PESOS]: totals.totalClp - voucherClp }
      const { kind, worthId, named } = held
      const spent = worths.spend(named, [{ kind, worthId, named, ownId: null, takes }])
      return spent.ok ? spent : refuse(refusal('RETURN_PART_ELSEWHERE'))
    },
    /** A return that is undone, once its value is had back: what it took is there again. */
    undo: (returnId: SaleId, spent: Spent): Spent =>
      spent.ok
        ? ok(() => {
            spent.value()
            worths.undo(deedOf(returnId))
          })
        : spent,
  }
}

/** Its name has a space in it: no sale's has. */
const deedOf = (returnId: SaleId): string => `return ${returnId}`
const idOf = ({ documentType, folio, date, totalClp }: ReturnedReceipt): string =>
  `${documentType} ${folio} ${date} ${totalClp}`

function wantedOf(returnId: SaleId, receipt: ReturnedReceipt, pesos: number): Wanted {
  const [kind, worthId] = ['sale' as const, idOf(receipt)]
  const parts = { [PESOS]: Math.min(receipt.totalClp, pesos) }
  return {
    ...{ kind, worthId, ownId: null, takes: null, named: deedOf(returnId) },
    along: { kind, worth_id: worthId, names: [], parts, facts: '' },
  }
}

function inWordsOfReturn({ code }: Refusal): Refusal {
  if (code === 'WORTH_SPENT') return refusal('OUTSIDE_BACK_ELSEWHERE')
  return refusal(code === 'WORTH_IN_HAND' ? 'RETURN_IN_HAND' : 'RETURN_SHOP_AWAY')
}
