/**
 * Credit notes kept for a next sale. What one was given for stands in its own payment row, what it
 * has paid in the payments that name it, both under the seal: no balance is kept anywhere.
 */
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { Clp } from '#shared/money/clp.ts'
import { creditName } from '#shared/selling/payment/payment-method.ts'
import {
  buyerOfNote,
  readNoteName,
  type Credit,
  type CreditView,
  type NoteName,
} from '#shared/selling/payment/credit.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { IS_PAST_VALUE } from '../issuing/outbox/trials.ts'
import type { LookUps } from '../staff/look-ups.ts'
import type { CreditShop } from './credit-shop.ts'

interface Row {
  readonly creditId: SaleId
  readonly folio: number | null
  readonly recipientRut: string
  readonly givenAt: EpochMs
  readonly balanceClp: Clp
}

export interface Credits {
  readonly api: Pick<TillApi, 'findCredits'>
  of(creditId: string): Credit | null
  /** Those of this till that somebody named. */
  named(name: NoteName): readonly CreditView[]
}

/** What was given for a trial is no value any more once a sale may count. */
const VALUE = `SELECT s.id AS creditId, s.recipient_rut AS recipientRut, s.sold_at_ms AS givenAt,
    r.folio, p.total_clp - coalesce((SELECT sum(u.tendered_clp) FROM sale_payment u
      WHERE u.credit_id = s.id), 0) AS balanceClp
  FROM sale_payment p JOIN sale s ON s.id = p.sale_id JOIN receipt r ON r.sale_id = s.id
  WHERE p.method = 'NC' AND p.credit_id IS NULL AND s.document_type = '61'
    AND NOT ${IS_PAST_VALUE}`

const viewOf = ({ creditId, folio, recipientRut, givenAt, balanceClp }: Row): CreditView => ({
  creditId,
  name: creditName(folio, creditId),
  balanceClp,
  buyerRut: buyerOfNote(recipientRut),
  givenAt,
})

export function createCredits(db: TillDatabase, lookUps: LookUps, shop: CreditShop): Credits {
  const one = creditReader(db)
  const finder = openFinder(db)
  const named = (name: NoteName) => finder(name).map(viewOf)
  return {
    api: {
      findCredits({ text }) {
        const name = readNoteName(text)
        if (name === null) return refuse(refusal('CREDIT_NAME_NOT_VALID', 'text'))
        const late = lookUps.refused('text')
        if (late !== null) return refuse(late)
        const found = named(name)
        const isShops = found.some(({ creditId }) => shop.asks(creditId))
        if (isShops || (found.length === 0 && shop.asks(null)))
          return refuse(refusal('WORTH_ASKS_SHOP', 'text'))
        lookUps.taken()
        const open = found.filter(({ balanceClp }) => balanceClp > 0)
        const [first] = found
        if (open.length > 0) return ok(open)
        return first === undefined
          ? refuse(refusal('CREDIT_UNKNOWN', 'text'))
          : refuse(refusal('CREDIT_SPENT', 'text', { name: first.name }))
      },
    },
    of: (creditId) => one(creditId) ?? shop.other(creditId),
    named,
  }
}

/** One that this till gave, with what its own sales have left of it. */
export function creditReader(db: TillDatabase): (creditId: string) => CreditView | null {
  const one = db.prepare<[string], Row>(`${VALUE} AND s.id = ?`)
  return (creditId) => {
    const row = one.get(creditId)
    return row === undefined ? null : viewOf(row)
  }
}

/** Only what is named: by its number, by one buyer's RUT, by the end of its reference. */
function openFinder(db: TillDatabase): (name: NoteName) => Row[] {
  const byFolio = db.prepare<[number], Row>(`${VALUE} AND r.folio = ?`)
  const byBuyer = db.prepare<[string], Row>(`${VALUE} AND s.recipient_rut = ? ORDER BY s.seq`)
  const byReference = db.prepare<{ reference: string }, Row>(
    `${VALUE} AND (s.external_reference = @reference OR substr(s.id, -6) = @reference)`,
  )
  return (name) => {
    switch (name.kind) {
      case 'folio':
        return byFolio.all(name.folio)
      case 'buyer':
        return byBuyer.all(name.rut)
      case 'reference':
        return byReference.all({ reference: name.reference })
    }
  }
}
