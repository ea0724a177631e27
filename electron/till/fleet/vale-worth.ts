/** A vale as the tills of a shop have it: by the hash of its code, which stays on its paper. */
import { z } from 'zod'
import type { EpochMs, IsoDate, SaleId } from '#shared/core/brand.ts'
import { PESOS, type SaidWorth } from '#shared/fleet/worth-contract.ts'
import type { Amounts } from '#shared/fleet/worth.ts'
import { parseJson } from '#shared/issuing/answer-body.ts'
import { clp, ZERO_CLP } from '#shared/money/clp.ts'
import { valeName, valeNow, type ValeFacts } from '#shared/vales/vale.ts'
import type { ValeView } from '#shared/vales/views.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Today } from '../kernel/today.ts'
import { sha256 } from '../sold/sha256.ts'
import { createValeRows, type StoredVale } from '../vales/vale-rows.ts'
import type { WorthSource } from './shop-worths.ts'

/** What a till that did not give it has to know. */
const factsShape = z.object({
  number: z.int().min(1),
  till: z.int().min(1),
  amount_clp: z.int().min(1),
  expires_on: z.nullable(z.string()),
  given_at_ms: z.int(),
  sale_id: z.string(),
})

export const valeWorthId = (code: string): string => sha256(Buffer.from(`vale ${code}`, 'utf8'))

interface Own {
  readonly db: TillDatabase
  readonly today: Today
  /** Number of this till in its shop. */
  readonly tillNumber: () => number
}

export function createValeSource({ db, today, tillNumber }: Own): WorthSource {
  const rows = createValeRows(db)
  const read = (ownId: string): StoredVale | null => rows.byNumber(Number(ownId))
  return {
    said(ownId) {
      const vale = read(ownId)
      const left = vale === null ? ZERO_CLP : valeNow(vale, today()).balanceClp
      return vale === null || left === 0 ? null : saidOf(vale, left, tillNumber())
    },
  }
}

function saidOf(vale: StoredVale, leftClp: number, till: number): SaidWorth {
  const facts: z.input<typeof factsShape> = {
    ...{ number: vale.number, till, amount_clp: vale.amountClp, expires_on: vale.expiresOn },
    ...{ given_at_ms: vale.givenAt, sale_id: vale.saleId },
  }
  return {
    ...{ kind: 'vale', worth_id: valeWorthId(vale.code), names: [] },
    ...{ parts: { [PESOS]: leftClp }, facts: JSON.stringify(facts) },
  }
}

/**
 * One of another till, by what the service said of it. Its balance is no word of this till: the
 * service grants what is left.
 */
export function otherTillsVale(facts: string, left: Amounts | null): OtherVale | null {
  const read = factsShape.safeParse(parseJson(facts))
  if (!read.success) return null
  const { number, till, amount_clp, expires_on, given_at_ms, sale_id } = read.data
  const amountClp = clp(amount_clp)
  return {
    ...{ number, till, amountClp, expiresOn: expires_on as IsoDate | null },
    usedClp: clp(left === null ? 0 : Math.max(0, amountClp - (left[PESOS] ?? 0))),
    ...{ hasEnded: false, isVoided: false, isDoubtful: false },
    ...{ givenAt: given_at_ms as EpochMs, saleId: sale_id as SaleId },
  }
}

interface OtherVale extends ValeFacts {
  readonly givenAt: EpochMs
  readonly saleId: SaleId
}

export function viewOfOther(vale: OtherVale, code: string, today: IsoDate): ValeView {
  const { number, till, amountClp, givenAt, expiresOn, saleId } = vale
  const { state, balanceClp } = valeNow(vale, today)
  return {
    ...{ number, name: valeName(number, till), codeEnd: code.slice(-CODE_END_LETTERS), state },
    ...{ amountClp, balanceClp, givenAt, expiresOn, saleId },
    ...{ isPrinted: true, voidReason: null, isDoubtful: false },
  }
}

const CODE_END_LETTERS = 4
