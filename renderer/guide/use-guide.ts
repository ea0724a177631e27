/** How far the first start has come, as the core has it, read again whenever something changes. */
import { useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { GuideView } from '#shared/onboarding/guide.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import { callCore } from '../actions/counter.ts'
import { useUi } from '../stores/till-ui.ts'

export interface Guide {
  /** Null until the core has answered. */
  readonly view: GuideView | null
  readonly refused: Refusal | null
  readonly reload: () => Promise<GuideView | null>
  /** The view after it; null when it was refused. */
  readonly ask: (asked: Promise<Result<GuideView, Refusal>>) => Promise<GuideView | null>
}

export function useGuide(): Guide {
  const ui = useUi()
  const [view, setView] = useState<GuideView | null>(null)
  const [refused, setRefused] = useState<Refusal | null>(null)
  const isServed = useStore(ui.staff, ({ staff }) => staff?.mayChangeSettings === true)
  const isDialogOpen = useStore(ui.screen, ({ dialog }) => dialog !== null)
  const reload = useCallback(async () => {
    const now = await callCore(ui, ui.port.guide())
    if (now !== null) setView(now)
    return now
  }, [ui])
  useEffect(() => {
    void reload()
    return ui.status.getState().subscribeFeed((event) => {
      if (event === null || event.kind === 'settings' || event.kind === 'staff') void reload()
    })
  }, [ui, reload, isServed, isDialogOpen])
  const ask = async (asked: Promise<Result<GuideView, Refusal>>) => {
    const answer = await callCore(ui, asked)
    if (answer === null) return null
    setRefused(answer.ok ? null : answer.refusal)
    if (!answer.ok) return null
    setView(answer.value)
    return answer.value
  }
  return { view, refused, reload, ask }
}
