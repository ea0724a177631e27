import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { History, Pencil, UserMinus, UserPlus } from 'lucide-react'
import type { StaffMember, StaffView } from '#shared/staff/views.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { RefusalNotice } from '../kit/notice.tsx'
import { AutoLockField } from './auto-lock-field.tsx'
import { OwnerCodePart } from './owner-code.tsx'
import { PersonSheet } from './person-sheet.tsx'
import { useRoleNames } from './role-names.ts'
import { take } from './take-staff.ts'
import { SectionForm, SectionFrame, useDraft } from '../kit/section.tsx'
import styles from './staff.module.css'
import type { SectionProps } from '../kit/section-props.ts'

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
      {staff.isOn && staff.demoPins.length === 0 && <OwnerCodePart />}
    </SectionForm>
  )
}

function People({ staff }: { readonly staff: StaffView }) {
  const ui = useUi()
  const { t } = useTranslation()
  const [edited, setEdited] = useState<StaffMember | 'new' | null>(null)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const own = staff.demoPins.length > 0 ? [] : staff.members
  const roleNames = useRoleNames(staff.ownRoles)
  const remove = async (staffId: string) => setProblem(await take(ui, ui.port.removeStaff(staffId)))
  return (
    <>
      {staff.isShared && <p data-testid="staff-shared">{t('staff.sharedLead')}</p>}
      <RefusalNotice refusal={problem} testId="staff-trouble" />
      {own.length > 0 && (
        <ul className={styles.list}>
          {own.map((member) => (
            <PersonRow
              key={member.id}
              member={member}
              roleNames={roleNames(member)}
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
          ownRoles={staff.ownRoles}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

function PersonRow({
  member,
  roleNames,
  mayChange,
  onEdit,
  onRemove,
}: {
  readonly member: StaffMember
  readonly roleNames: string
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
        <span className={styles.personRole}>{roleNames}</span>
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
