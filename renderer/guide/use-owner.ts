import { useState } from 'react'
import { refusal, type Refusal } from '#shared/core/refusals.ts'
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
  const save = async () => {
    if (isBusy) return
    const { name, pin, again } = typed
    if (pin !== again) {
      setTyped({ ...NOTHING, name })
      return setProblem(refusal('PIN_NOT_SAME', 'pin'))
    }
    setBusy(true)
    const asked = ui.port.saveStaff({ staffId: null, name, role: 'owner', pin })
    setProblem(await take(ui, asked).finally(() => setBusy(false)))
  }
  return { typed, problem, isBusy, change, save }
}
