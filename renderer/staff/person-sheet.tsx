import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { StaffMember } from '#shared/staff/views.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { ROLES, type Role } from '#shared/staff/rights.ts'
import type { OwnRole } from '#shared/staff/roles.ts'
import { Segments, Switch } from '../kit/choices.tsx'
import { Field } from '../kit/field.tsx'
import { Notice } from '../kit/notice.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { SubmitButton } from '../kit/submit-button.tsx'
import { useRefusalText } from '../kit/use-texts.ts'
import { useUi } from '../stores/till-ui.ts'
import { take } from './take-staff.ts'
import rolesStyles from './roles.module.css'

const OWN_ONLY = 'own' as const
const OWN_FIELDS = ['name', 'pin', 'ownerPin']

/** Somebody new, or as they are: name, roles and PIN. */
export function PersonSheet({
  member,
  isFirst,
  ownRoles,
  onClose,
}: {
  readonly member: StaffMember | null
  readonly isFirst: boolean
  readonly ownRoles: readonly OwnRole[]
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const { name, role, roleIds, pin, ownerPin, problem, change, at, submit } = usePerson(
    member,
    isFirst,
    onClose,
  )
  return (
    <Sheet
      title={member === null ? t('staff.newTitle') : t('staff.edit', { name: member.name })}
      onClose={onClose}
      onSubmit={submit}
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
        value={role ?? OWN_ONLY}
        onChange={(next) => change({ role: next === OWN_ONLY ? null : next })}
        options={(ownRoles.length > 0 ? [...ROLES, OWN_ONLY] : ROLES).map((value) => ({
          value,
          label: t(value === OWN_ONLY ? 'roles.ownOnly' : `staff.roles.${value}`),
        }))}
      />
      <OwnRoles
        roles={ownRoles.filter(({ id, isArchived }) => !isArchived || roleIds.includes(id))}
        chosen={roleIds}
        onChange={(next) => change({ roleIds: next })}
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
      <LenderPin at={at} value={ownerPin} onChange={change} />
      {problem !== null && !OWN_FIELDS.includes(problem.field ?? '') && (
        <Problem problem={problem} />
      )}
    </Sheet>
  )
}

/** Under lent settings nobody is made anything, or given a PIN, without the lender's. */
function LenderPin({
  value,
  at,
  onChange,
}: {
  readonly value: string
  readonly at: (field: string) => Refusal | null
  readonly onChange: (part: { readonly ownerPin: string }) => void
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const lender = useStore(ui.staff, ({ staff }) => staff?.settingsLentBy ?? null)
  if (lender === null) return null
  return (
    <Field
      label={t('staff.lenderPin', { name: lender })}
      value={value}
      onChange={(text) => onChange({ ownerPin: text.replace(/\D/g, '') })}
      refusal={at('ownerPin')}
      type="password"
      inputMode="numeric"
      maxLength={8}
      testId="staff-ownerPin"
      autoComplete="off"
    />
  )
}

/** Beside one of the three, or alone. */
function OwnRoles({
  roles,
  chosen,
  onChange,
}: {
  readonly roles: readonly OwnRole[]
  readonly chosen: readonly string[]
  readonly onChange: (roleIds: readonly string[]) => void
}) {
  const { t } = useTranslation()
  if (roles.length === 0) return null
  return (
    <fieldset className={rolesStyles.fieldset}>
      <legend className={rolesStyles.legend}>{t('roles.own')}</legend>
      {roles.map(({ id, name }) => (
        <Switch
          key={id}
          isSelected={chosen.includes(id)}
          onChange={(isOn) =>
            onChange(isOn ? [...chosen, id] : chosen.filter((other) => other !== id))
          }
        >
          {name}
        </Switch>
      ))}
    </fieldset>
  )
}

function usePerson(member: StaffMember | null, isFirst: boolean, onSaved: () => void) {
  const ui = useUi()
  const [person, setPerson] = useState<{
    readonly name: string
    readonly role: Role | null
    readonly roleIds: readonly string[]
    readonly pin: string
    /** Of whoever lends the settings, once it is asked for. */
    readonly ownerPin: string
  }>({
    name: member?.name ?? '',
    role: member === null ? (isFirst ? 'owner' : 'cashier') : member.role,
    roleIds: member?.roleIds ?? [],
    pin: '',
    ownerPin: '',
  })
  const [problem, setProblem] = useState<Refusal | null>(null)
  const change = (part: Partial<typeof person>) => {
    setPerson({ ...person, ...part })
    setProblem(null)
  }
  const submit = async () => {
    const { name, role, roleIds, pin, ownerPin } = person
    const keepsPin = pin === '' && member !== null
    const refused = await take(
      ui,
      ui.port.saveStaff({
        staffId: member?.id ?? null,
        name,
        role,
        roleIds: [...roleIds],
        pin: keepsPin ? null : pin,
        ownerPin: ownerPin === '' ? null : ownerPin,
      }),
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
