/** Vales as they cross the bridge. The code goes in only: out it comes on paper. */
import { z } from 'zod'
import { typedText } from '../text/typed-text.ts'
import type { EpochMs, IsoDate, SaleId } from '../core/brand.ts'
import type { Clp } from '../money/clp.ts'
import type { ValeState } from './vale.ts'
import { VALE_CODE_CHARS_MAX } from '../text/vale-code.ts'
import { approvalIdInput } from '../text/input-schemas.ts'

export const VALE_REASON_CHARS_MAX = 90
export const VALES_MAX = 100

export const VALE_FILTERS = ['open', 'all'] as const
export type ValeFilter = (typeof VALE_FILTERS)[number]

const number = z.int().min(1).max(999_999_999)

/** As it was typed, or read by a scanner. */
export const findValeInput = z.object({ code: typedText().max(VALE_CODE_CHARS_MAX) })

export const valesInput = z.object({
  /** A code or a number, `V12`; empty for all. */
  text: typedText().max(120),
  filter: z.enum(VALE_FILTERS),
  offset: z.int().min(0).max(10_000_000),
  limit: z.int().min(1).max(VALES_MAX),
})

export const voidValeInput = z.object({
  number,
  reason: typedText().max(200),
  approvalId: approvalIdInput,
})
export const acceptValeInput = z.object({ number, approvalId: approvalIdInput })
export const printValeInput = z.object({ number, approvalId: approvalIdInput })

export interface ValeView {
  readonly number: number
  /** `V12` */
  readonly name: string
  /** The end of its code, to tell papers apart. */
  readonly codeEnd: string
  readonly state: ValeState
  readonly amountClp: Clp
  readonly balanceClp: Clp
  readonly givenAt: EpochMs
  readonly expiresOn: IsoDate | null
  /** The return that gave it. */
  readonly saleId: SaleId
  readonly isPrinted: boolean
  readonly voidReason: string | null
  /** The data were put back since it was given: the owner has to accept it. */
  readonly isDoubtful: boolean
}

export interface ValePage {
  readonly rows: readonly ValeView[]
  readonly total: number
  /** What the shop owes on all its vales. */
  readonly owedClp: Clp
}
