/** What a till did in its last hours is put back, where it was stolen. */
import { useState } from 'react'
import { undoneAnswer, type OfficeUndone } from '#shared/head-office/contract.ts'
import { Field, useTyped } from '../kit/field.tsx'
import { Notice } from '../kit/notice.tsx'
import { ChangeForm, useChange } from './change-form.tsx'
import { useWords } from './use-words.ts'

/** As they are offered. */
const HOURS = '24'

export function UndoTill({
  till,
  onDone,
}: {
  readonly till: { readonly till_id: string; readonly name: string }
  readonly onDone: () => void
}) {
  const words = useWords().tills
  const hours = useTyped(HOURS)
  const { refused, ask } = useChange()
  const [undone, setUndone] = useState<OfficeUndone | null>(null)
  const send = async () => {
    const body = { hours: Number(hours.text) }
    const answer = await ask(undoneAnswer, 'POST', `tills/${till.till_id}/undo`, body)
    if (answer.ok) setUndone(answer.value)
  }
  if (undone !== null)
    return (
      <Notice tone="good" testId="till-undone">
        <p>{words.undone(undone.prices, undone.worths)}</p>
      </Notice>
    )
  return (
    <ChangeForm
      label={`${words.undo} ${till.name}`}
      {...{ refused, isOpened: true, onSend: send, onCancel: onDone }}
      {...{ isDanger: true, saveText: words.undo, saveTestId: 'undo-till' }}
    >
      <p>{words.undoLead}</p>
      <Field
        {...hours.field}
        {...{ label: words.hours, inputMode: 'numeric', testId: 'undo-hours' }}
      />
    </ChangeForm>
  )
}
