/** Entering: by passphrase and phone, or for the first time by an invitation. */
import { useState } from 'react'
import { invitationAnswer } from '#shared/head-office/contract.ts'
import type { z } from 'zod'
import { Button } from '../kit/button.tsx'
import { codePath } from '../kit/code-path.ts'
import { Field, useTyped } from '../kit/field.tsx'
import { Mark } from '../kit/mark.tsx'
import { Notice } from '../kit/notice.tsx'
import { useChange } from './change-form.tsx'
import { PhoneCodeField } from './phone-code-field.tsx'
import { Refusal } from './said.tsx'
import { useWords } from './use-words.ts'
import styles from './head-office.module.css'

export function EntryPage({
  isOver,
  onEntered,
}: {
  /** Whoever was in is told why they enter again. */
  readonly isOver: boolean
  readonly onEntered: () => void
}) {
  const words = useWords()
  const [isInvited, setIsInvited] = useState(false)
  return (
    <main className={styles.entry}>
      <Mark sizePx={40} />
      {isOver && <Notice tone="info">{words.enter.over}</Notice>}
      {isInvited ? (
        <Joining onEntered={onEntered} onBack={() => setIsInvited(false)} />
      ) : (
        <Entering onEntered={onEntered} onInvited={() => setIsInvited(true)} />
      )}
    </main>
  )
}

function Entering({
  onEntered,
  onInvited,
}: {
  readonly onEntered: () => void
  readonly onInvited: () => void
}) {
  const words = useWords()
  const { refused, isSending, change } = useChange()
  const [email, passphrase, phone] = [useTyped(), useTyped(), useTyped()]
  const enter = async () => {
    const body = { email: email.text, passphrase: passphrase.text, phone_code: phone.text }
    if (await change('POST', 'session', body)) onEntered()
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void enter()
      }}
    >
      <h1>{words.enter.title}</h1>
      <Field
        {...email.field}
        {...{ label: words.enter.email, type: 'email', autoComplete: 'username', autoFocus: true }}
        testId="email"
      />
      <Field
        {...passphrase.field}
        {...{ label: words.enter.passphrase, type: 'password', autoComplete: 'current-password' }}
        testId="passphrase"
      />
      <PhoneCodeField label={words.enter.phone} typed={phone} testId="phone-code" />
      <Refusal refused={refused} />
      <Button type="submit" variant="primary" isDisabled={isSending} data-testid="enter">
        {words.enter.key}
      </Button>
      <Button variant="quiet" onPress={onInvited} data-testid="invited">
        {words.enter.invited}
      </Button>
    </form>
  )
}

type Invitation = z.output<typeof invitationAnswer>

function Joining({
  onEntered,
  onBack,
}: {
  readonly onEntered: () => void
  readonly onBack: () => void
}) {
  const words = useWords()
  const [shown, setShown] = useState<Invitation | null>(null)
  const { refused, isSending, ask, change } = useChange()
  const [invitation, passphrase, phone] = [useTyped(), useTyped(), useTyped()]
  const look = async () => {
    const body = { invitation: invitation.text }
    const answer = await ask(invitationAnswer, 'POST', 'invitation', body)
    setShown(answer.ok ? answer.value : null)
  }
  const join = async () => {
    const body = {
      ...{ invitation: invitation.text, passphrase: passphrase.text, phone_code: phone.text },
    }
    if (await change('POST', 'account', body)) onEntered()
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void (shown === null ? look() : join())
      }}
    >
      <h1>{words.join.title}</h1>
      {shown === null ? (
        <Field
          {...invitation.field}
          {...{ label: words.join.invitation, autoFocus: true, testId: 'invitation' }}
        />
      ) : (
        <>
          <p>{words.join.lead(shown.name, shown.shop)}</p>
          <p>{words.join.scan}</p>
          <PhoneCode code={shown.code} label={words.join.code} />
          <p>
            {words.join.typed} <output className={styles.secret}>{shown.secret}</output>
          </p>
          <p>{words.join.choose}</p>
          <p className={styles.lead}>{words.join.known}</p>
          <Field
            {...passphrase.field}
            {...{ label: words.enter.passphrase, type: 'password', autoComplete: 'new-password' }}
            testId="passphrase"
          />
          <PhoneCodeField label={words.enter.phone} typed={phone} testId="phone-code" />
        </>
      )}
      <Refusal refused={refused} />
      <Button type="submit" variant="primary" isDisabled={isSending} data-testid="join">
        {shown === null ? words.join.show : words.join.key}
      </Button>
      <Button variant="quiet" onPress={onBack}>
        {words.cancel}
      </Button>
    </form>
  )
}

function PhoneCode({ code, label }: { readonly code: Invitation['code']; readonly label: string }) {
  const { viewBox, path } = codePath(code)
  return (
    <svg className={styles.phoneCode} viewBox={viewBox} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  )
}
