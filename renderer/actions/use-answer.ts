import { useCallback, useEffect, useState } from 'react'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import { useUi, type TillUi } from '../stores/till-ui.ts'
import { callCore } from './counter.ts'

/**
 * What the core answers to one question, asked as soon as it is shown. The question is the same
 * function at every drawing.
 */
export function useAnswer<Value>(question: (ui: TillUi) => Promise<Result<Value, Refusal>>) {
  const ui = useUi()
  const [value, setValue] = useState<Value | 'reading' | 'failed'>('reading')
  const ask = useCallback(async () => {
    const answer = await callCore(ui, question(ui))
    setValue(answer?.ok === true ? answer.value : 'failed')
  }, [ui, question])
  useEffect(() => void ask(), [ask])
  return {
    value,
    /** Asks again, after it failed. */
    read: () => {
      setValue('reading')
      void ask()
    },
    /** What the core answered to a change of it. */
    take: (changed: Value) => setValue(changed),
  }
}
