/** The float a shift opens with: typed, or the one before as it is suggested. */
import { refusal, type Refusal } from '../languages/refusals.ts'
import { clp, formatClp, type Clp } from '../money/clp.ts'

/** So many times more or less than the last one is a digit too many or too few. */
const FAR_TIMES = 5
/** Below it no slip of a digit matters. */
const FAR_CLP_MIN = 10_000

/** Asked once before a shift opens with it; null for what nobody would ask about. */
export function farFloat(floatClp: number, lastClp: Clp | null): Refusal | null {
  if (lastClp === null || !Number.isSafeInteger(floatClp) || floatClp < 0) return null
  const [less, more] = [Math.min(floatClp, lastClp), Math.max(floatClp, lastClp)]
  if (more - less < FAR_CLP_MIN || more < less * FAR_TIMES) return null
  return refusal('FLOAT_FAR', 'floatClp', {
    amount: formatClp(clp(floatClp)),
    last: formatClp(lastClp),
  })
}
