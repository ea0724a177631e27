import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { History, Pencil, UserMinus, UserPlus } from 'lucide-react'
import type { StaffMember, StaffView } from '#shared/bridge/staff-views.ts'
import type { Refusal } from '#shared/core/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import { ROLES, type Role } from '#shared/staff/rights.ts'
import { callCore } from '../actions/counter.ts'
import { useUi, type TillUi } from '../stores/till-ui.ts'
import { SubmitButton } from '../components/submit-button.tsx'
import { Button } from '../components/button.tsx'
import { Segments } from '../components/choices.tsx'
import { Field } from '../components/field.tsx'
import { Notice } from '../components/notice.tsx'
import { Sheet } from '../components/sheet.tsx'
import { useRefusalText } from '../components/use-texts.ts'
import { AutoLockField } from './auto-lock-field.tsx'
import { SectionForm, SectionFrame, useDraft } from '../settings/section.tsx'
import styles from './staff.module.css'
import type { SectionProps } from '../settings/section-props.ts'

/** Who works at this till. Empty, it sells without asking who; the first person is the owner. */
export function StaffCard({ settings, staff }: SectionProps) {
  const { t } = useTranslation()
  if (!staff.mayChangeSettings)
    return (
      <SectionFrame title={t('staff.title')}>
        <People staff={staff} />
      </SectionFrame>
    )
  return <OwnersStaffCard settings={settings} staff={staff} />
}

function OwnersStaffCard({ settings, staff }: SectionProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const { cashierName, lockAfterMinutes } = settings
  const draft = useDraft({ cashierName, lockAfterMinutes }, ({ cashierName: name, ...rest }) =>
    ui.settings
      .getState()
      .save({ ...rest, ...(name === undefined ? {} : { cashierName: name.trim() }) }),
  )
  const lead =
    staff.demoPins.length > 0
      ? t('staff.demoLead', { names: staff.demoPins.map(({ name }) => name).join(', ') })
      : t(staff.isOn ? 'staff.lead' : 'staff.emptyLead')
  return (
    <SectionForm draft={draft} title={t('staff.title')} lead={lead} ownFields={['cashierName']}>
      <People staff={staff} />
      {staff.isOn ? (
        <AutoLockField
          minutes={draft.value.lockAfterMinutes}
          onChange={(minutes) => draft.change({ lockAfterMinutes: minutes })}
        />
      ) : (
        <Field
          label={t('settings.cashier')}
          hint={t('settings.cashierHint')}
          value={draft.value.cashierName}
          maxLength={40}
          onChange={(text) => draft.change({ cashierName: text })}
          refusal={draft.at('cashierName')}
          testId="settings-cashierName"
        />
      )}
    </SectionForm>
  )
}

function People({ staff }: { readonly staff: StaffView }) {
  const ui = useUi()
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const [edited, setEdited] = useState<StaffMember | 'new' | null>(null)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const own = staff.demoPins.length > 0 ? [] : staff.members
  const remove = async (staffId: string) => setProblem(await take(ui, ui.port.removeStaff(staffId)))
  return (
    <>
      {problem && (
        <Notice tone="bad" testId="staff-trouble">
          {refusalText(problem)}
        </Notice>
      )}
      {own.length > 0 && (
        <ul className={styles.list}>
          {own.map((member) => (
            <PersonRow
              key={member.id}
              member={member}
              mayChange={staff.mayChangeSettings}
              onEdit={() => setEdited(member)}
              onRemove={() => void remove(member.id)}
            />
          ))}
        </ul>
      )}
      <div className={styles.rowEnd}>
        {staff.mayChangeSettings && (
          <Button onPress={() => setEdited('new')} data-testid="add-staff">
            <UserPlus size={20} aria-hidden="true" />
            {t('staff.add')}
          </Button>
        )}
        {staff.rights.readAudit && (
          <Button
            onPress={() => ui.screen.getState().open({ kind: 'audit' })}
            data-testid="open-audit"
          >
            <History size={20} aria-hidden="true" />
            {t('audit.title')}
          </Button>
        )}
      </div>
      {edited !== null && (
        <PersonSheet
          member={edited === 'new' ? null : edited}
          isFirst={own.length === 0}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

function PersonRow({
  member,
  mayChange,
  onEdit,
  onRemove,
}: {
  readonly member: StaffMember
  readonly mayChange: boolean
  readonly onEdit: () => void
  readonly onRemove: () => void
}) {
  const { t } = useTranslation()
  return (
    <li className={styles.row} data-testid="staff-member">
      <span className={styles.initial} aria-hidden="true">
        {member.name.slice(0, 1)}
      </span>
      <span className={styles.rowMain}>
        <span className={styles.personName}>{member.name}</span>
        <span className={styles.personRole}>{t(`staff.roles.${member.role}`)}</span>
      </span>
      {mayChange && (
        <span className={styles.rowEnd}>
          <Button
            variant="quiet"
            size="square"
            aria-label={t('staff.edit', { name: member.name })}
            onPress={onEdit}
          >
            <Pencil size={20} aria-hidden="true" />
          </Button>
          <Button
            variant="danger"
            size="square"
            aria-label={t('staff.remove', { name: member.name })}
            onPress={onRemove}
          >
            <UserMinus size={20} aria-hidden="true" />
          </Button>
        </span>
      )}
    </li>
  )
}

function PersonSheet({
  member,
  isFirst,
  onClose,
}: {
  readonly member: StaffMember | null
  readonly isFirst: boolean
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const { name, role, pin, problem, change, at, submit } = usePerson(member, isFirst, onClose)
  return (
    <Sheet
      title={member === null ? t('staff.newTitle') : t('staff.edit', { name: member.name })}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={<SubmitButton label={t('common.save')} testId="save-staff" />}
    >
      <Field
        label={t('staff.name')}
        value={name}
        onChange={(text) => change({ name: text })}
        refusal={at('name')}
        autoFocus
        maxLength={40}
        testId="staff-name"
      />
      <Segments
        label={t('staff.role')}
        value={role}
        onChange={(next) => change({ role: next })}
        options={ROLES.map((value) => ({ value, label: t(`staff.roles.${value}`) }))}
      />
      <Field
        label={t('staff.pin')}
        value={pin}
        onChange={(text) => change({ pin: text.replace(/\D/g, '') })}
        refusal={at('pin')}
        type="password"
        inputMode="numeric"
        maxLength={8}
        hint={member === null ? t('staff.pinHint') : t('staff.pinKept')}
        testId="staff-pin"
        autoComplete="new-password"
      />
      {problem !== null && problem.field !== 'name' && problem.field !== 'pin' && (
        <Problem problem={problem} />
      )}
    </Sheet>
  )
}

function usePerson(member: StaffMember | null, isFirst: boolean, onSaved: () => void) {
  const ui = useUi()
  const [person, setPerson] = useState<{
    readonly name: string
    readonly role: Role
    readonly pin: string
  }>({ name: member?.name ?? '', role: member?.role ?? (isFirst ? 'owner' : 'cashier'), pin: '' })
  const [problem, setProblem] = useState<Refusal | null>(null)
  const change = (part: Partial<typeof person>) => {
    setPerson({ ...person, ...part })
    setProblem(null)
  }
  const submit = async () => {
    const { name, role, pin } = person
    const keepsPin = pin === '' && member !== null
    const refused = await take(
      ui,
      ui.port.saveStaff({ staffId: member?.id ?? null, name, role, pin: keepsPin ? null : pin }),
    )
    setProblem(refused)
    if (refused === null) onSaved()
  }
  const at = (field: string) => (problem?.field === field ? problem : null)
  return { ...person, problem, change, at, submit }
}

function Problem({ problem }: { readonly problem: Refusal }) {
  const refusalText = useRefusalText()
  return (
    <Notice tone="bad" testId="staff-trouble">
      {refusalText(problem)}
    </Notice>
  )
}

/** Takes the new picture of who works here, or says what is wrong. */
export async function take(
  ui: TillUi,
  question: Promise<Result<StaffView, Refusal>>,
): Promise<Refusal | null> {
  const answer = await callCore(ui, question)
  if (answer === null) return null
  if (!answer.ok) return answer.refusal
  ui.staff.getState().take(answer.value)
  return null
}
