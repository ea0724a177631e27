import { useCallback, useState } from 'react'
import type { SupportJob, SupportView } from '#shared/backup/views.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import { callCore } from '../actions/counter.ts'
import { useLooks } from '../kit/use-looks.ts'
import { useUi } from '../stores/till-ui.ts'

export type Part =
  | 'here'
  | 'second-copy'
  | 'restore'
  | 'files'
  | 'move'
  | 'take-back'
  | 'printer'
  | 'doubt'

export interface SupportState {
  readonly view: SupportView | null
  readonly job: SupportJob | null
  readonly isRunning: boolean
  /** Why the last thing asked for was not begun, for the part that asked it. */
  refusedAt(part: Part, field: string): Refusal | null
  /** What is at no field. */
  readonly refused: Refusal | null
  /** Asks the core; undefined where it refused or did not answer: null is a value. */
  ask<Value>(part: Part, asked: Promise<Result<Value, Refusal>>): Promise<Value | undefined>
}

export interface PartProps {
  readonly support: SupportState
}

/** What support says, looked at again while it works; a core that is closed is waited for. */
export function useSupport(): SupportState {
  const ui = useUi()
  const [view, setView] = useState<SupportView | null>(null)
  const [refused, setRefused] = useState<{ part: Part; refusal: Refusal } | null>(null)
  const [isClosed, setClosed] = useState(false)
  const look = useCallback(async (): Promise<boolean> => {
    const answer = await ui.port.support().catch(() => null)
    setClosed(answer === null)
    if (answer?.ok === true) setView(answer.value)
    return answer === null || (answer.ok && answer.value.job?.isRunning === true)
  }, [ui])
  const isRunning = view?.job?.isRunning === true
  useLooks(look, isRunning || isClosed)
  return {
    view,
    job: view?.job ?? null,
    isRunning,
    refused: refused?.refusal.field === null ? refused.refusal : null,
    refusedAt: (part, field) =>
      refused?.part === part && refused.refusal.field === field ? refused.refusal : null,
    async ask(part, asked) {
      const answer = await callCore(ui, asked)
      setRefused(answer === null || answer.ok ? null : { part, refusal: answer.refusal })
      await look()
      return answer?.ok === true ? answer.value : undefined
    },
  }
}
