import { useCallback, useEffect, useState } from 'react'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import { callCore } from '../actions/counter.ts'
import { useUi, type TillUi } from '../stores/till-ui.ts'

/** What the core keeps of a kind, read again after each order; `read` is the same each time. */
export function useKept<Kept>(
  read: (port: TillUi['port']) => Promise<Result<readonly Kept[], Refusal>>,
) {
  const ui = useUi()
  const [list, setList] = useState<readonly Kept[] | null>(null)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const reload = useCallback(async () => {
    const answer = await callCore(ui, read(ui.port))
    if (answer?.ok === true) setList(answer.value)
    else if (answer !== null) setProblem(answer.refusal)
  }, [ui, read])
  useEffect(() => void reload(), [reload])
  const order = async (sent: Promise<Result<unknown, Refusal>>) => {
    const answer = await callCore(ui, sent)
    if (answer === null) return
    setProblem(answer.ok ? null : answer.refusal)
    await reload()
  }
  return { list, problem, reload, order }
}
