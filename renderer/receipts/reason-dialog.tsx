import { useState } from 'react'
import { useStore } from 'zustand'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { Notice } from '../kit/notice.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { useRefusalText } from '../kit/use-texts.ts'

interface ReasonDialogProps {
  readonly title: string
  /** What it means for the money and the paper, before the button. */
  readonly lead: string
  readonly label: string
  readonly reasonCharsMax: number
  readonly words: { readonly keep: string; readonly confirm: string; readonly working: string }
  /**
   * What the fields and buttons of it are called in tests: `delete-reason`, `delete-confirm`,
   * `delete-trouble`.
   */
  readonly testName: string
  /** True once it is done. */
  readonly onConfirm: (reason: string) => Promise<boolean>
}

/** Asks for the reason before something is taken back for good. */
export function ReasonDialog({
  title,
  lead,
  label,
  reasonCharsMax,
  words,
  testName,
  onConfirm,
}: ReasonDialogProps) {
  const ui = useUi()
  const refusalText = useRefusalText()
  const { isBusy, trouble } = useStore(ui.receipts)
  const [reason, setReason] = useState('')
  const { close } = ui.screen.getState()
  const confirm = async () => {
    if (await onConfirm(reason)) close()
  }
  return (
    <Sheet
      role="alertdialog"
      title={title}
      lead={lead}
      onClose={close}
      onSubmit={confirm}
      actions={
        <>
          <Button onPress={close}>{words.keep}</Button>
          <Button
            type="submit"
            variant="dangerFull"
            isDisabled={isBusy}
            data-testid={`${testName}-confirm`}
          >
            {isBusy ? words.working : words.confirm}
          </Button>
        </>
      }
    >
      <Field
        label={label}
        value={reason}
        onChange={setReason}
        maxLength={reasonCharsMax}
        autoFocus
        testId={`${testName}-reason`}
        refusal={trouble?.field === 'reason' ? trouble : null}
      />
      {trouble?.field === null && (
        <Notice tone="bad" testId={`${testName}-trouble`}>
          {refusalText(trouble)}
        </Notice>
      )}
    </Sheet>
  )
}
