import { useState } from 'react'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
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

/**
 * The order of a sheet, which closes once it is taken; `then` tells those whom no event tells.
 * `onward` of an order follows where nobody has left the sheet meanwhile.
 */
export function useSendingSheet(then: () => void = () => {}) {
  const ui = useUi()
  const { send, ...sending } = useSending()
  return {
    ...sending,
    send: (work: () => Promise<Result<unknown, Refusal>>, onward?: () => void) =>
      send(async () => {
        const close = ui.screen.getState().closing()
        const answer = await work()
        if (!answer.ok) return answer.refusal
        const isThere = close()
        then()
        if (isThere) onward?.()
        return null
      }),
  }
}
