/** The one restore under way, and what was in its way. */
import { useState } from 'react'
import type { RescueInput } from '#shared/backup/rescue.ts'
import type { RestoreDone } from '#shared/backup/views.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { RescuePort } from './rescue-port.ts'

type Copy = RescueInput['copy']

export interface Restoring {
  readonly isBusy: boolean
  readonly refused: Refusal | null
  readonly begin: (copy: Copy) => void
  /** Once more with the RUT of the shop it is of. */
  readonly again: (otherRut: string) => Promise<void>
  readonly of: (name: string, folder: string | null) => 'this' | 'other' | null
}

export function useRestoring(port: RescuePort, onDone: (done: RestoreDone) => void): Restoring {
  const [copy, setCopy] = useState<Copy | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refusal | null>(null)
  const restore = async (chosen: Copy, otherRut: string | null) => {
    setCopy(chosen)
    setBusy(true)
    setRefused(null)
    const answer = await port.restore({ copy: chosen, otherRut })
    setBusy(false)
    if (answer.ok) onDone(answer.done)
    else setRefused(answer.refusal)
  }
  return {
    isBusy,
    refused,
    begin: (chosen) => void restore(chosen, null),
    again: async (otherRut) => (copy === null ? undefined : restore(copy, otherRut)),
    of(name, folder) {
      if (!isBusy || copy === null) return null
      const isThis = copy.name === name && (copy.kind === 'copy' ? copy.folder : null) === folder
      return isThis ? 'this' : 'other'
    },
  }
}
