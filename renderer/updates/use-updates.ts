import { useCallback, useState } from 'react'
import type { UpdatesView } from '#shared/updates/contract.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import { callCore } from '../actions/counter.ts'
import { useLooks } from '../kit/use-looks.ts'
import { useUi } from '../stores/till-ui.ts'

export interface UpdatesState {
  readonly view: UpdatesView | null
  /** Why nothing is told, or why the last thing asked for was not done. */
  readonly refused: Refusal | null
  ask(asked: Promise<Result<null, Refusal>>): Promise<void>
}

/** What is known of other versions, looked at again while one is looked for or fetched. */
export function useUpdates(): UpdatesState {
  const ui = useUi()
  const [view, setView] = useState<UpdatesView | null>(null)
  const [refused, setRefused] = useState<Refusal | null>(null)
  const look = useCallback(async (): Promise<boolean> => {
    const answer = await ui.port.updates().catch(() => null)
    if (answer?.ok === true) setView(answer.value)
    if (answer?.ok === false) setRefused(answer.refusal)
    return answer === null || (answer.ok && answer.value.machine.task !== null)
  }, [ui])
  const isRunning = (view?.machine.task ?? null) !== null
  useLooks(look, isRunning)
  return {
    view,
    refused,
    async ask(asked) {
      const answer = await callCore(ui, asked)
      setRefused(answer === null || answer.ok ? null : answer.refusal)
      await look()
    },
  }
}
