import { useEffect, useState } from 'react'
import type { ScaleView } from '#shared/scale/settling.ts'
import { useUi } from '../stores/till-ui.ts'

/** Often enough for a weight to be there as soon as the hand is off it. */
const LOOK_MS = 200

/** What the scale says, while this is on screen. Null until it is known, and where the core cannot be asked. */
export function useScale(isWanted: boolean): ScaleView | null {
  const ui = useUi()
  const [view, setView] = useState<ScaleView | null>(null)
  useEffect(() => {
    if (!isWanted) return
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => ui.port.scale().catch(() => null).then((next) => {
      if (isGone) return
      setView(next)
      // One look at a time: over a slow wire they must not pile up. Without a scale nothing will change.
      if (next?.says.kind !== 'none') timer = setTimeout(() => void look(), LOOK_MS)
    })
    void look()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [ui, isWanted])
  return view
}
