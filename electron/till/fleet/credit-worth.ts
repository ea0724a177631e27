/**
 * The value of a credit note as the tills of a shop have it: found by its number or reference. Whom
 * it was given to stays at its till, so at another one somebody answers for it.
 */
import { z } from 'zod'
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { PESOS } from '#shared/fleet/worth-contract.ts'
import { parseJson } from '#shared/issuing/answer-body.ts'
import { clp, type Clp } from '#shared/money/clp.ts'
import type { CreditView, NoteName } from '#shared/selling/payment/credit.ts'
import { creditName } from '#shared/selling/payment/payment-method.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { WorthSource } from './shop-worths.ts'

const factsShape = z.object({
  folio: z.int().min(1),
  amount_clp: z.int().min(1),
  given_at_ms: z.int(),
})

const END_CHARS = 6

interface Given {
  readonly folio: number | null
  readonly reference: string
  readonly givenAt: EpochMs
  readonly amountClp: Clp
}

/** What a return gave as a credit note, whatever is left of it. */
export function givenCreditReader(db: TillDatabase): (saleId: string) => Given | null {
  const read = db.prepare<[string], Given>(`SELECT r.folio, s.external_reference AS reference,
      s.sold_at_ms AS givenAt, p.total_clp AS amountClp
    FROM sale_payment p JOIN sale s ON s.id = p.sale_id JOIN receipt r ON r.sale_id = s.id
    WHERE s.id = ? AND p.method = 'NC' AND p.credit_id IS NULL AND s.document_type = '61'`)
  return (saleId) => read.get(saleId) ?? null
}

/** Told once its note has a number: by what else would somebody name it. */
export function createCreditSource(
  db: TillDatabase,
  balanceOf: (saleId: string) => Clp | null,
): WorthSource {
  const given = givenCreditReader(db)
  return {
    said(saleId) {
      const [note, leftClp] = [given(saleId), balanceOf(saleId)]
      if (note === null || leftClp === null || leftClp <= 0) return null
      const { folio, reference, givenAt, amountClp } = note
      if (folio === null) return 'later'
      const facts: z.input<typeof factsShape> = {
        ...{ folio, amount_clp: amountClp, given_at_ms: givenAt },
      }
      return {
        ...{ kind: 'credit', worth_id: saleId, parts: { [PESOS]: leftClp } },
        names: [`F${folio}`, `R${reference}`, `E${saleId.slice(-END_CHARS)}`],
        facts: JSON.stringify(facts),
      }
    },
  }
}

/** By what the service finds it; nobody is found by a person. */
export function namesAtService(name: NoteName): readonly string[] {
  if (name.kind === 'folio') return [`F${name.folio}`]
  return name.kind === 'reference' ? [`R${name.reference}`, `E${name.reference}`] : []
}

/** One of another till. Without what is left it is worth what it was given for: who grants says. */
export function otherTillsCredit(
  creditId: string,
  facts: string,
  leftClp: number | null,
): CreditView | null {
  const read = factsShape.safeParse(parseJson(facts))
  if (!read.success) return null
  const { folio, amount_clp: amountClp, given_at_ms: givenAt } = read.data
  return {
    ...{ creditId: creditId as SaleId, name: creditName(folio, creditId), buyerRut: null },
    ...{ balanceClp: clp(leftClp ?? amountClp), givenAt: givenAt as EpochMs },
  }
}
