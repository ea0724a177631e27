import { useState } from 'react'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { take } from '../staff/take-staff.ts'
import { useUi } from '../stores/till-ui.ts'

const NOTHING = { name: '', pin: '', again: '' }

/** The first owner as it is typed: two PINs that differ are both typed anew. */
export function useOwner() {
  const ui = useUi()
  const [typed, setTyped] = useState(NOTHING)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const change = (part: Partial<typeof NOTHING>) => {
    setTyped((before) => ({ ...before, ...part }))
    setProblem(null)
  }
  const [isBusy, setBusy] = useState(false)
  /** True once there is an owner. */
  const save = async (): Promise<boolean> => {
    if (isBusy) return false
    const { name, pin, again } = typed
    if (pin !== again) {
      setTyped({ ...NOTHING, name })
      setProblem(refusal('PIN_NOT_SAME', 'pin'))
      return false
    }
    setBusy(true)
    const asked = ui.port.saveStaff({ staffId: null, name, role: 'owner', pin })
    const refused = await take(ui, asked).finally(() => setBusy(false))
    setProblem(refused)
    return refused === null && ui.status.getState().link !== 'down'
  }
  const isDirty = Object.values(typed).some((text) => text !== '')
  return { typed, problem, change, isDirty, save, discard: () => change(NOTHING) }
}
