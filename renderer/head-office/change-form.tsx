/** How a change is asked for: its form, what was refused of it, and its last question. */
import { useState, type ReactNode } from 'react'
import type { z } from 'zod'
import { Button } from '../kit/button.tsx'
import { anything, askService, type Answer, type Method, type Refused } from './ask-service.ts'
import { comesIntoSight, Refusal } from './said.tsx'
import { useWords } from './use-words.ts'
import styles from './head-office.module.css'

/** `ask` wants an answer, `change` only whether it was taken. */
export function useChange() {
  const [refused, setRefused] = useState<Refused | null>(null)
  const [isSending, setIsSending] = useState(false)
  const ask = async <Schema extends z.ZodType>(
    schema: Schema,
    ...asked: [method: Method, path: string, body?: object]
  ): Promise<Answer<z.output<Schema>>> => {
    setIsSending(true)
    const answer = await askService(schema, ...asked)
    setIsSending(false)
    setRefused(answer.ok ? null : answer.refused)
    return answer
  }
  const change = async (...asked: [method: Method, path: string, body?: object]) =>
    (await ask(anything, ...asked)).ok
  return { refused, isSending, ask, change }
}

export function ChangeForm(form: {
  readonly label?: string
  /** Opened by a row's key, and no field of it takes the focus. */
  readonly isOpened?: boolean
  readonly refused?: Refused | null
  readonly onSend: () => unknown
  readonly saveText?: string
  readonly saveTestId: string
  readonly isDanger?: boolean
  readonly isDisabled?: boolean
  readonly onCancel?: () => void
  readonly children: ReactNode
}) {
  const words = useWords()
  const save = (
    <Button
      type="submit"
      variant={form.isDanger === true ? 'dangerFull' : 'primary'}
      isDisabled={form.isDisabled === true}
      data-testid={form.saveTestId}
    >
      {form.saveText ?? words.save}
    </Button>
  )
  return (
    <form
      {...(form.isOpened === true && { ref: comesIntoSight, tabIndex: -1 })}
      className={styles.change}
      aria-label={form.label}
      onSubmit={(event) => {
        event.preventDefault()
        void form.onSend()
      }}
    >
      {form.children}
      <Refusal refused={form.refused ?? null} />
      {form.onCancel === undefined ? (
        save
      ) : (
        <span className={styles.rowKeys}>
          {save}
          <Button onPress={form.onCancel}>{words.cancel}</Button>
        </span>
      )}
    </form>
  )
}

/** Asks once more before somebody is sent away. */
export function Sure({
  text,
  sureText,
  testId,
  onSure,
  onNo,
}: {
  readonly text: string
  readonly sureText: string
  readonly testId: string
  readonly onSure: () => void
  readonly onNo: () => void
}) {
  const words = useWords()
  return (
    <div
      ref={comesIntoSight}
      tabIndex={-1}
      className={styles.change}
      role="alertdialog"
      aria-label={sureText}
    >
      <p>{text}</p>
      <span className={styles.rowKeys}>
        <Button variant="dangerFull" onPress={onSure} data-testid={testId}>
          {sureText}
        </Button>
        <Button onPress={onNo}>{words.cancel}</Button>
      </span>
    </div>
  )
}
