/** What is spent once over all tills, at the counter: which of it a sale or a return is about. */
import type { SaleId } from '#shared/core/brand.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { PESOS } from '#shared/fleet/worth-contract.ts'
import type { ClaimWorthsInput } from '#shared/fleet/worth-commands.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { clp } from '#shared/money/clp.ts'
import type { CommitInput } from '#shared/selling/inputs.ts'
import { isCredit, isVale } from '#shared/selling/payment/payment-method.ts'
import type { SaleDecision } from '#shared/selling/sale/decide-sale.ts'
import type { ReturnDecision } from '#shared/returns/return-decision.ts'
import { readValeCode } from '#shared/text/vale-code.ts'
import type { ValeFacts } from '#shared/vales/vale.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { ValeShop } from '../vales/vale-shop.ts'
import { createValeRows } from '../vales/vale-rows.ts'
import type { CreditShop } from '../returns/credit-shop.ts'
import { givenCreditReader, otherTillsCredit } from './credit-worth.ts'
import type { ShopWorths, Wanted } from './shop-worths.ts'
import { createReturnWorths, takenBy, type ReturnWorthParts } from './return-worth.ts'
import { otherTillsVale, valeWorthId } from './vale-worth.ts'

export type WorthDesk = ReturnType<typeof createWorthDesk>

const pesosOf = (amount: number) => ({ [PESOS]: amount })
/** Their names have a space in them: no sale's has. */
const voidDeed = (number: number) => `void ${number}`
const undoDeed = (returnId: SaleId) => `undo ${returnId}`

type Part = Pick<CommitInput['payments'][number], 'method' | 'reference'>

/** What is wanted of the service, from what a command names. */
function createWanting(db: TillDatabase) {
  const vales = createValeRows(db)
  const vale = (code: string, pesos: number | null): Wanted => ({
    ...{ kind: 'vale', worthId: valeWorthId(code), named: code },
    ownId: vales.byCode(code)?.number.toString() ?? null,
    takes: pesos === null ? null : pesosOf(pesos),
  })
  const given = givenCreditReader(db)
  const credit = (creditId: string, pesos: number): Wanted => ({
    ...{ kind: 'credit', worthId: creditId, named: creditId, takes: pesosOf(pesos) },
    ownId: given(creditId) === null ? null : creditId,
  })
  return {
    vales,
    /** All that is left of a vale of this till. */
    whole(number: number): Wanted | null {
      const own = vales.byNumber(number)
      return own === null ? null : { ...vale(own.code, null), named: voidDeed(number) }
    },
    /** The value a return gave, all of it. */
    givenBy(returnId: SaleId): readonly Wanted[] {
      const [own, note] = [vales.ofReturn(returnId), given(returnId)]
      return [
        ...(own === null ? [] : [vale(own.code, own.amountClp)]),
        ...(note === null ? [] : [credit(returnId, note.amountClp)]),
      ].map((wanted) => ({ ...wanted, named: undoDeed(returnId) }))
    },
    /** Null where a part is no such thing, or says no amount. */
    part({ method: id, reference }: Part, pesos: number | null): Wanted | null {
      if (pesos === null) return null
      if (isCredit({ id })) return credit(reference, pesos)
      const code = isVale({ id }) ? readValeCode(reference) : null
      return code === null ? null : vale(code, pesos)
    },
  }
}

export function createWorthDesk(parts: ReturnWorthParts) {
  const { db, worths } = parts
  const wanting = createWanting(db)
  const { give, ...ofReturns } = createReturnWorths(parts)
  const told = db.prepare<[string]>(`SELECT 1 FROM receipt
    WHERE sale_id = ? AND (issue_state <> 'queued' OR first_sent_at_ms IS NOT NULL)`)
  const { vales } = wanting
  const wantedFor = (input: ClaimWorthsInput): Result<Claimed, Refusal> => {
    if (input.for === 'sale') {
      const { saleId: deed, payments } = input
      return ok({ deed, wanted: payments.flatMap((one) => wanting.part(one, one.amountClp) ?? []) })
    }
    if (input.for === 'undo') {
      const { returnId } = input
      return ok({ deed: undoDeed(returnId), wanted: wanting.givenBy(returnId) })
    }
    const wanted = wanting.whole(input.number)
    return wanted === null
      ? refuse(refusal('VALE_UNKNOWN'))
      : ok({ deed: voidDeed(input.number), wanted: [wanted] })
  }
  return {
    wantedFor,
    ...ofReturns,
    vales: valeShop(worths, wanting),
    credits: creditShop(worths),
    /** By what a person typed; of another till's what the service said when it granted it. */
    valeOf(typed: string): ValeFacts | null {
      const code = readValeCode(typed)
      if (code === null) return null
      const own = vales.byCode(code)
      // By what this till has taken itself: for the rest the word of the service is asked.
      if (own !== null) return { ...own, usedClp: clp(own.usedClp - own.elsewhereClp) }
      const facts = worths.factsOf('vale', valeWorthId(code))
      return facts === null ? null : otherTillsVale(facts, null)
    },
    /**
     * Whether a sale may have come back at another till of the shop: it is told of as its document
     * begins to be sent. Null: another till sold it.
     */
    needsWord: (saleId: SaleId | null): boolean =>
      worths.isOfShop() && (saleId === null || told.get(saleId) !== undefined),
    /** What to write with a sale that spends; refused where the service's word is lacking. */
    spendSale(
      { saleId, payments }: Pick<CommitInput, 'saleId' | 'payments'>,
      decision: Pick<SaleDecision, 'payments'>,
    ): Result<() => void, Refusal> {
      const wanted = payments.flatMap((part, at) => {
        const paid = decision.payments[at]
        if (paid === undefined) return []
        const pesos = isCredit({ id: part.method }) ? paid.tenderedClp : paid.toCollectClp
        return wanting.part(part, pesos) ?? []
      })
      return worths.spend(saleId, wanted)
    },
    /** The same with a return that is undone, whose value nobody may have spent. */
    spendReturn(
      _deed: unknown,
      _approvalId: unknown,
      decision: ReturnDecision,
    ): Result<() => void, Refusal> {
      const { documentType, originalId } = decision
      if (documentType !== '56' || originalId === null) return give(takenBy(decision))
      return worths.spend(undoDeed(originalId), wanting.givenBy(originalId))
    },
  }
}

const valeShop = (worths: ShopWorths, { whole }: ReturnType<typeof createWanting>): ValeShop => ({
  asks: (number) => worths.asks({ kind: 'vale', ownId: number?.toString() ?? null }),
  spendWhole(number) {
    const wanted = whole(number)
    return wanted === null ? ok(() => undefined) : worths.spend(voidDeed(number), [wanted])
  },
})

const creditShop = (worths: ShopWorths): CreditShop => ({
  asks: (creditId) => worths.asks({ kind: 'credit', ownId: creditId }),
  other(creditId) {
    const facts = worths.factsOf('credit', creditId)
    return facts === null ? null : otherTillsCredit(creditId, facts, null)
  },
})

interface Claimed {
  readonly deed: string
  readonly wanted: readonly Wanted[]
}
