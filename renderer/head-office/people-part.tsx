/** Who may enter the head office, and what each may. */
import { useState } from 'react'
import {
  invitedAnswer,
  OFFICE_ROLES,
  peopleAnswer,
  personView,
  type OfficePerson,
  type OfficeRole,
} from '#shared/head-office/contract.ts'
import { z } from 'zod'
import { Button } from '../kit/button.tsx'
import { Field, useTyped, type Typed } from '../kit/field.tsx'
import { Notice, Tag } from '../kit/notice.tsx'
import { ChoiceList } from '../kit/select.tsx'
import { ChangeForm, Sure, useChange } from './change-form.tsx'
import type { PartProps } from './part-props.ts'
import { PhoneCodeField } from './phone-code-field.tsx'
import { StaffList } from './staff-list.tsx'
import { comesIntoSight, Refusal, Rows, WhenRead, type Column } from './said.tsx'
import { useRead } from './use-read.ts'
import { useWords } from './use-words.ts'
import styles from './head-office.module.css'

const changedAnswer = z.object({ person: personView, invitation: z.string().nullable() })

interface Handed {
  readonly name: string
  readonly invitation: string
}

export function PeoplePart({ session }: PartProps) {
  const words = useWords().people
  const read = useRead(peopleAnswer, 'people')
  const [handed, setHanded] = useState<Handed | null>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const { refused, ask } = useChange()
  const phone = useTyped()
  const change = async (person: OfficePerson, changes: object) => {
    const body = { ...changes, phone_code: phone.text }
    const answer = await ask(changedAnswer, 'PUT', `people/${person.person_id}`, body)
    phone.set('')
    setChosen(null)
    if (answer.ok && answer.value.invitation !== null)
      setHanded({ name: person.name, invitation: answer.value.invitation })
    read.again()
  }
  const invited = (made: Handed) => {
    setHanded(made)
    read.again()
  }
  const columns = useColumns({
    isOwn: ({ person_id: id }) => id === session.person_id,
    onChosen: session.role === 'owner' ? setChosen : null,
    onAgain: (person) => void change(person, { is_invited_again: true }),
  })
  return (
    <>
      <h1>{words.title}</h1>
      <p className={styles.lead}>{words.lead}</p>
      {session.role === 'owner' && (
        <>
          <PhoneCodeField label={words.phone} typed={phone} testId="people-phone" />
          <Invite phone={phone} onInvited={invited} />
        </>
      )}
      {handed !== null && <ShownOnce key={handed.invitation} handed={handed} />}
      {chosen?.what === 'end' && (
        <Sure
          {...{ text: words.sure(chosen.person.name), sureText: words.end, testId: 'end-sure' }}
          onSure={() => void change(chosen.person, { is_ended: true })}
          onNo={() => setChosen(null)}
        />
      )}
      {chosen?.what === 'role' && (
        <ChangeRole
          key={chosen.person.person_id}
          person={chosen.person}
          onRole={(role) => void change(chosen.person, { role })}
          onNo={() => setChosen(null)}
        />
      )}
      <Refusal refused={refused} />
      <WhenRead read={read}>
        {({ data }) => (
          <Rows
            {...{ caption: words.title, columns, rows: data, file: 'personas' }}
            keyOf={({ person_id: id }) => id}
          />
        )}
      </WhenRead>
      <StaffList session={session} />
    </>
  )
}

function ShownOnce({ handed }: { readonly handed: Handed }) {
  const words = useWords().people
  return (
    <div ref={comesIntoSight} tabIndex={-1}>
      <Notice tone="wait" testId="invitation-once">
        <p>{words.once(handed.name)}</p>
        <p>
          <output className={styles.secret}>{handed.invitation}</output>
        </p>
      </Notice>
    </div>
  )
}

interface Chosen {
  readonly person: OfficePerson
  readonly what: 'role' | 'end'
}

interface Keys {
  readonly isOwn: (person: OfficePerson) => boolean
  /** Null for who sees only. */
  readonly onChosen: ((chosen: Chosen) => void) | null
  readonly onAgain: (person: OfficePerson) => void
}

function useColumns({ isOwn, onChosen, onAgain }: Keys): readonly Column<OfficePerson>[] {
  const { people: words, roles } = useWords()
  const stateOf = ({ entered_at_ms: entered, ended_at_ms: ended }: OfficePerson) =>
    ended !== null ? words.ended : entered === null ? words.waiting : words.inside
  const own: Column<OfficePerson>[] = [
    { name: words.name, show: ({ name }) => name, text: ({ name }) => name },
    { name: words.email, show: ({ email }) => email, text: ({ email }) => email },
    { name: words.role, show: ({ role }) => roles[role], text: ({ role }) => roles[role] },
    {
      name: words.state,
      show: (person) => <Tag tone="plain">{stateOf(person)}</Tag>,
      text: stateOf,
    },
  ]
  if (onChosen === null) return own
  return [
    ...own,
    {
      name: '',
      show: (person) =>
        person.ended_at_ms === null &&
        !isOwn(person) && (
          <span className={styles.rowKeys}>
            <Button
              variant="quiet"
              aria-label={`${words.change} ${person.name}`}
              onPress={() => onChosen({ person, what: 'role' })}
              data-testid={`role-${person.email}`}
            >
              {words.change}
            </Button>
            <Button
              variant="quiet"
              aria-label={`${words.again} ${person.name}`}
              onPress={() => onAgain(person)}
            >
              {words.again}
            </Button>
            <Button
              variant="danger"
              aria-label={`${words.end} ${person.name}`}
              onPress={() => onChosen({ person, what: 'end' })}
              data-testid={`end-${person.email}`}
            >
              {words.end}
            </Button>
          </span>
        ),
    },
  ]
}

function Invite({
  phone,
  onInvited,
}: {
  readonly phone: Typed
  readonly onInvited: (handed: Handed) => void
}) {
  const words = useWords().people
  const [name, email] = [useTyped(), useTyped()]
  const [role, setRole] = useState<OfficeRole>('reader')
  const { refused, ask } = useChange()
  const send = async () => {
    const body = { name: name.text, email: email.text, role, phone_code: phone.text }
    const answer = await ask(invitedAnswer, 'POST', 'people', body)
    phone.set('')
    if (!answer.ok) return
    onInvited({ name: name.text, invitation: answer.value.invitation })
    name.set('')
    email.set('')
  }
  return (
    <ChangeForm {...{ refused, onSend: send, saveText: words.add, saveTestId: 'invite' }}>
      <Field {...name.field} {...{ label: words.name, testId: 'person-name' }} />
      <Field {...email.field} {...{ label: words.email, type: 'email', testId: 'person-email' }} />
      <RoleList label={words.role} role={role} onRole={setRole} />
    </ChangeForm>
  )
}

function RoleList({
  label,
  role,
  onRole,
}: {
  readonly label: string
  readonly role: OfficeRole
  readonly onRole: (role: OfficeRole) => void
}) {
  const { roles } = useWords()
  return (
    <ChoiceList
      label={label}
      value={role}
      choices={OFFICE_ROLES.map((one) => ({
        ...{ value: one, label: roles[one], testId: `role-is-${one}` },
      }))}
      onChange={(chosen) => onRole(chosen as OfficeRole)}
      testId="role"
    />
  )
}

function ChangeRole({
  person,
  onRole,
  onNo,
}: {
  readonly person: OfficePerson
  readonly onRole: (role: OfficeRole) => void
  readonly onNo: () => void
}) {
  const label = useWords().people.roleOf(person.name)
  const [role, setRole] = useState(person.role)
  return (
    <ChangeForm
      {...{ label, isOpened: true, onSend: () => onRole(role), onCancel: onNo }}
      {...{ saveTestId: 'save-role', isDisabled: role === person.role }}
    >
      <RoleList label={label} role={role} onRole={setRole} />
    </ChangeForm>
  )
}
