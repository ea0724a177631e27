import { useEffect } from 'react'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import { useUi, type TillUi } from '../stores/till-ui.ts'

/**
 * Asks again and again while it is shown, and keeps what stands there where nothing is answered.
 * Question and taker are the same functions at every drawing, or are asked anew.
 */
export function useEvery<Value>(
  everyMs: number,
  question: (ui: TillUi) => Promise<Result<Value, Refusal>>,
  take: (value: Value) => void,
): void {
  const ui = useUi()
  useEffect(() => {
    const timer = setInterval(() => {
      question(ui).then(
        (answer) => answer.ok && take(answer.value),
        () => undefined,
      )
    }, everyMs)
    return () => clearInterval(timer)
  })
}
