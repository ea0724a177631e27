/** What the owner decides about money that goes back: vales, and receipts nobody could confirm. */
import { z } from 'zod'
import { AMOUNT_CLP_MAX } from '../money/clp.ts'

const VALE_MONTHS_MAX = 60

const VALE_DAY_LIMIT_CLP = 150_000

const limitClp = z.int().min(0).max(AMOUNT_CLP_MAX)

export const backSchema = z.object({
  /** A return may be paid out as a vale. One that is out pays all the same. */
  givesVales: z.boolean(),
  /** Months a vale pays from the day it is given; 0 = without end. */
  valeMonths: z.int().min(0).max(VALE_MONTHS_MAX),
  /** A larger vale needs the right to go beyond. */
  valeLimitClp: limitClp,
  /** So do all vales of one day above this; new to a till that kept its settings before. */
  valeDayLimitClp: limitClp.default(VALE_DAY_LIMIT_CLP),
  /** The same for money back on a receipt of elsewhere that the service has not confirmed. */
  outsideLimitClp: limitClp,
  /** And for all of those in one day. */
  outsideDayLimitClp: limitClp,
})
export type BackSettings = z.output<typeof backSchema>

export const DEFAULT_BACK: BackSettings = {
  givesVales: true,
  valeMonths: 12,
  valeLimitClp: 50_000,
  valeDayLimitClp: VALE_DAY_LIMIT_CLP,
  outsideLimitClp: 50_000,
  outsideDayLimitClp: 150_000,
}
