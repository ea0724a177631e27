import { useState } from 'react'
import type { Refusal } from '#shared/core/refusals.ts'
import { callCore } from '../actions/counter.ts'
import { moveTo } from '../bridge/place.ts'
import { useUi } from '../stores/till-ui.ts'

/** The way to the practice beside the shop: this screen goes there, the counter is locked. */
export function usePractice() {
  const ui = useUi()
  const [isOpening, setOpening] = useState(false)
  const [refused, setRefused] = useState<Refusal | null>(null)
  const enter = () => {
    if (isOpening) return
    setOpening(true)
    setRefused(null)
    void callCore(ui, ui.port.enterPractice()).then((answer) => {
      if (answer?.ok === true) return moveTo('practice', sessionStorage, () => location.reload())
      setOpening(false)
      if (answer !== null) setRefused(answer.refusal)
    })
  }
  return { isOpening, refused, enter }
}
