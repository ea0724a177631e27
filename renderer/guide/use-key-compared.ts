import { useState } from 'react'
import type { Refusal } from '#shared/languages/refusals.ts'
import { callCore } from '../actions/counter.ts'
import { useUi } from '../stores/till-ui.ts'

/** What a corrected RUT or another key mends; a service that is away is asked again later. */
const OF_THE_KEY = new Set(['TEST_OTHER_COMPANY', 'TEST_KEY_REFUSED', 'TEST_KEY_NO_ACCESS'])

/** The shop has its RUT: only now can it be said whether the key is of the same company. */
export function useKeyCompared() {
  const ui = useUi()
  const [problem, setProblem] = useState<Refusal | null>(null)
  const compare = async (): Promise<boolean> => {
    setProblem(null)
    const all = ui.status.getState().bootstrap?.missing ?? []
    // Asked after it, and nothing of the key's.
    const missing = all.filter((step) => step !== 'emission')
    if (missing.length !== 1 || missing[0] !== 'test') return true
    const answer = await callCore(ui, ui.port.testService())
    await callCore(ui, ui.status.getState().reloadBootstrap())
    if (answer === null) return false
    if (answer.ok || !OF_THE_KEY.has(answer.refusal.code)) return true
    setProblem(answer.refusal)
    return false
  }
  return { problem, compare }
}
