import { use, useCallback } from 'react'
import { TillUiContext, type TillUi } from '../stores/till-ui.ts'

export type InputName = Parameters<TillUi['inputs']['get']>[0]

/** A ref callback that lists the input under a name while it is on screen. */
export function useRegisteredInput(
  name: InputName | undefined,
): (input: HTMLInputElement | null) => void {
  // The page before the core has no till yet, and no shortcuts.
  const inputs = use(TillUiContext)?.inputs
  return useCallback(
    (input) => {
      if (name === undefined || inputs === undefined) return
      if (input) inputs.set(name, input)
      else inputs.delete(name)
    },
    [inputs, name],
  )
}
