import { useState, type ReactNode } from 'react'
import { Radio, RadioGroup, Label } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { StaffMember } from '#shared/staff/views.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { PIN_DIGITS_MAX } from '#shared/staff/pin.ts'
import type { OwnRole } from '#shared/staff/roles.ts'
import { useUi } from '../stores/till-ui.ts'
import { SubmitButton } from '../kit/submit-button.tsx'
import { Field } from '../kit/field.tsx'
import { afterKeypad, Keypad } from '../kit/keypad.tsx'
import { Notice } from '../kit/notice.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { useRoleNames } from './role-names.ts'
import styles from './staff.module.css'

interface PinFormProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly members: readonly StaffMember[]
  readonly firstId: string | null
  readonly submitLabel: string
  /** Null while there is no way around it. */
  readonly onClose: (() => void) | null
  readonly onPin: (staffId: string, pin: string) => Promise<Refusal | null>
  readonly children?: ReactNode
}

/**
 * Somebody's name and PIN, by fingers or keys. `onPin` answers what is wrong, or null when it was
 * taken.
 */
export function PinForm(props: PinFormProps) {
  const { title, lead, members, firstId, submitLabel, onClose, onPin, children } = props

  const { t } = useTranslation()
  const { staffId, pin, problem, choose, type, submit } = usePin(members, firstId, onPin)
  return (
    <Sheet
      title={title}
      lead={lead}
      widthRem={26}
      onClose={onClose}
      onSubmit={submit}
      actions={<SubmitButton label={submitLabel} testId="pin-submit" />}
    >
      {children}
      <People members={members} staffId={staffId} onChoose={choose} />
      <Field
        label={t('staff.pin')}
        value={pin}
        onChange={type}
        type="password"
        inputMode="none"
        variant="display"
        autoFocus
        refusal={problem}
        testId="pin"
        autoComplete="off"
        maxLength={PIN_DIGITS_MAX}
      />
      <div className={styles.pad}>
        <Keypad
          corner="00"
          onKey={(key) => type(key === 'erase' ? pin.slice(0, -1) : afterPinKey(pin, key))}
        />
      </div>
      <DemoPins />
    </Sheet>
  )
}

/** Who and which PIN; a wrong one is taken away and said. */
function usePin(
  members: readonly StaffMember[],
  firstId: string | null,
  onPin: PinFormProps['onPin'],
) {
  const [staffId, setStaffId] = useState(
    members.find(({ id }) => id === firstId)?.id ?? members[0]?.id ?? '',
  )
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState<Refusal | null>(null)
  const choose = (id: string) => {
    setStaffId(id)
    setProblem(null)
  }
  const type = (text: string) => {
    setPin(text.replace(/\D/g, '').slice(0, PIN_DIGITS_MAX))
    setProblem(null)
  }
  const submit = async () => {
    if (pin === '') return setProblem(refusal('PIN_REQUIRED', 'pin'))
    const refused = await onPin(staffId, pin)
    if (refused === null) return
    setPin('')
    setProblem(refused)
  }
  return { staffId, pin, problem, choose, type, submit }
}

const NONE: readonly OwnRole[] = []

function People({
  members,
  staffId,
  onChoose,
}: {
  readonly members: readonly StaffMember[]
  readonly staffId: string
  readonly onChoose: (staffId: string) => void
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const ownRoles = useStore(ui.staff, ({ staff }) => staff?.ownRoles ?? NONE)
  const roleNames = useRoleNames(ownRoles)
  return (
    <RadioGroup className={styles.people ?? ''} value={staffId} onChange={onChoose}>
      <Label className="visually-hidden">{t('staff.who')}</Label>
      {members.map((member) => (
        <Radio
          key={member.id}
          value={member.id}
          className={styles.person ?? ''}
          data-testid="person"
        >
          <span className={styles.initial} aria-hidden="true">
            {member.name.slice(0, 1)}
          </span>
          <span>
            <span className={styles.personName}>{member.name}</span>
            <span className={styles.personRole}>{roleNames(member)}</span>
          </span>
        </Radio>
      ))}
    </RadioGroup>
  )
}

/** A PIN may begin with zeros, which a number may not. */
function afterPinKey(pin: string, key: string): string {
  return pin === '0' ? pin + key : afterKeypad(pin, key)
}

/** Only in the demo shop, which issues nothing real. */
function DemoPins() {
  const ui = useUi()
  const { t } = useTranslation()
  const pins = useStore(ui.staff, (state) => state.staff?.demoPins)
  if (pins === undefined || pins.length === 0) return null
  return (
    <Notice tone="info" testId="demo-pins">
      <span>
        {t('staff.demoPins')} {pins.map(({ name, pin }) => `${name} ${pin}`).join(' · ')}
      </span>
    </Notice>
  )
}
