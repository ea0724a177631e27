import { useEffect, useState } from 'react'
import { callCore } from '../actions/counter.ts'
import { useUi, type TillUi } from '../stores/till-ui.ts'

/** What the core says when this comes on screen; null before. `ask` is the same each time. */
export function useAnswer<Answer>(ask: (port: TillUi['port']) => Promise<Answer>): Answer | null {
  const ui = useUi()
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => {
    let isGone = false
    void callCore(ui, ask(ui.port)).then((found) => {
      if (!isGone && found !== null) setAnswer(found)
    })
    return () => {
      isGone = true
    }
  }, [ui, ask])
  return answer
}
