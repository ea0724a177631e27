import { useState } from 'react'
import type { Refusal } from '#shared/core/refusals.ts'
import { useUi } from '../stores/till-ui.ts'

/** An order of a form to the core: one at a time; what was wrong with it, until it is changed. */
export function useSending(first: Refusal | null = null) {
  const ui = useUi()
  const [problem, setProblem] = useState(first)
  const [isBusy, setBusy] = useState(false)
  /** `work` gives what is wrong, or null. */
  const send = async (work: () => Promise<Refusal | null>) => {
    if (isBusy) return
    setBusy(true)
    try {
      setProblem(await work())
    } catch {
      ui.status.setState({ link: 'down' })
    } finally {
      setBusy(false)
    }
  }
  return { problem, setProblem, isBusy, send }
}
