import { useEffect, useState } from 'react'
import type { ScaleView } from '#shared/devices/settling.ts'
import { useUi } from '../stores/till-ui.ts'
import type { Timers } from '../stores/draft-saver.ts'

/** Often enough for a weight to be there as soon as the hand is off it. */
const LOOK_MS = 200
/**
 * A weight that nobody has confirmed for so long is not shown any more: the core hangs, and the
 * goods may be others.
 */
export const LATE_MS = 1_500

/**
 * What the scale says, while this is on screen. Null until it is known, and where the core cannot
 * be asked.
 */
export function useScale(isWanted: boolean): ScaleView | null {
  const ui = useUi()
  const [view, setView] = useState<ScaleView | null>(null)
  useEffect(
    () => (isWanted ? followScale(() => ui.port.scale(), setView, BROWSER_TIMERS) : undefined),
    [ui, isWanted],
  )
  return view
}

const BROWSER_TIMERS: Timers = {
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}

/** Asks until the returned function is called. */
export function followScale(
  ask: () => Promise<ScaleView>,
  show: (view: ScaleView | null) => void,
  { after }: Timers,
): () => void {
  let isGone = false
  let callOff = () => {}
  const look = () => {
    callOff = after(LATE_MS, () => show(null))
    void ask()
      .catch(() => null)
      .then((next) => {
        if (isGone) return
        callOff()
        show(next)
        // One look at a time: over a slow wire they must not pile up. Without a scale nothing will
        // change.
        if (next?.says.kind !== 'none') callOff = after(LOOK_MS, look)
      })
  }
  look()
  return () => {
    isGone = true
    callOff()
  }
}
