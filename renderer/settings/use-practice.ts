import { useState } from 'react'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import { callCore } from '../actions/counter.ts'
import { moveTo, type Place } from '../bridge/place.ts'
import { useUi } from '../stores/till-ui.ts'

/** The way to the other till, the practice's or a shop's of one's own: this screen goes there. */
export function usePractice() {
  const ui = useUi()
  const [isOpening, setOpening] = useState(false)
  const [refused, setRefused] = useState<Refusal | null>(null)
  const go = (place: Place, open: () => Promise<Result<null, Refusal>>) => {
    if (isOpening) return
    setOpening(true)
    setRefused(null)
    void callCore(ui, open()).then((answer) => {
      if (answer?.ok === true) return moveTo(place, sessionStorage, () => location.reload())
      setOpening(false)
      if (answer !== null) setRefused(answer.refusal)
    })
  }
  return {
    isOpening,
    refused,
    enter: () => go('practice', () => ui.port.enterPractice()),
    openShop: () => go('shop', () => ui.port.openOwnShop()),
  }
}
