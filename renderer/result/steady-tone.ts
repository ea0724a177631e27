import { useLasting } from '../kit/use-lasting.ts'
import type { issueTone } from '../actions/state-words.ts'

type IssueTone = ReturnType<typeof issueTone>

/** Amber at once only where something else than the receipt is to be handed over. */
export function useSteadyTone(tone: IssueTone, isKnownToWait: boolean): IssueTone {
  const hasLasted = useLasting(tone === 'wait')
  return tone === 'wait' && !hasLasted && !isKnownToWait ? 'plain' : tone
}
