import type { ValeView } from './views.ts'
import type { EpochMs, IsoDate, SaleId } from '../core/brand.ts'
import { valeName, valeNow, type ValeFacts } from './vale.ts'

/** A vale as it is kept. */
export interface KeptVale extends ValeFacts {
  readonly code: string
  /** The return that gave it. */
  readonly saleId: SaleId
  readonly givenAt: number
  /** Why the owner voided it; null where nobody did. */
  readonly voidReason: string | null
}

const CODE_END_LETTERS = 4

/** A vale as it crosses the bridge: its code stays behind, but for the end. */
export function viewOfVale(vale: KeptVale, isPrinted: boolean, today: IsoDate): ValeView {
  const { number, code, amountClp, givenAt, expiresOn, saleId, voidReason } = vale
  const { state, balanceClp } = valeNow(vale, today)
  return {
    number,
    name: valeName(number),
    codeEnd: code.slice(-CODE_END_LETTERS),
    state,
    amountClp,
    balanceClp,
    givenAt: givenAt as EpochMs,
    expiresOn,
    saleId,
    isPrinted,
    voidReason,
    isDoubtful: vale.isDoubtful && balanceClp > 0,
  }
}
