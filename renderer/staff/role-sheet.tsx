import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Refusal } from '#shared/languages/refusals.ts'
import { NO_RIGHTS, type RoleRights } from '#shared/staff/rights.ts'
import { PERCENT_RIGHTS, ROLE_NAME_CHARS_MAX, type OwnRole } from '#shared/staff/roles.ts'
import { Switch } from '../kit/choices.tsx'
import { Field } from '../kit/field.tsx'
import { Notice } from '../kit/notice.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { SubmitButton } from '../kit/submit-button.tsx'
import { useRefusalText } from '../kit/use-texts.ts'
import { useUi } from '../stores/till-ui.ts'
import { isPercent, rightGroups, type RightName } from './rights-table.ts'
import { take } from './take-staff.ts'
import styles from './roles.module.css'

/** A role as it is typed: percents are text until they are saved. */
interface TypedRole {
  readonly name: string
  readonly isArchived: boolean
  readonly rights: RoleRights
  readonly percents: Readonly<Record<(typeof PERCENT_RIGHTS)[number], string>>
}

/** A role of the shop's own, new or as it is. */
export function RoleSheet({
  role,
  onClose,
}: {
  readonly role: OwnRole | null
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const { typed, problem, change, submit } = useRole(role, onClose)
  const at = (field: string) => (problem?.field === field ? problem : null)
  const isAtField = ['name', ...PERCENT_RIGHTS].some((field) => at(field)?.code !== undefined)
  return (
    <Sheet
      title={role === null ? t('roles.newTitle') : t('roles.edit', { name: role.name })}
      widthRem={36}
      onClose={onClose}
      onSubmit={submit}
      actions={<SubmitButton label={t('common.save')} testId="save-role" />}
    >
      <Field
        label={t('roles.name')}
        hint={t('roles.nameHint')}
        value={typed.name}
        onChange={(name) => change({ name })}
        refusal={at('name')}
        autoFocus
        maxLength={ROLE_NAME_CHARS_MAX}
        testId="role-name"
      />
      {rightGroups().map(({ group, rights }) => (
        <fieldset key={group} className={styles.fieldset}>
          <legend className={styles.legend}>{t(`roles.groups.${group}`)}</legend>
          {rights.map((right) => (
            <RightInput
              key={right}
              right={right}
              typed={typed}
              refusal={at(right)}
              change={change}
            />
          ))}
        </fieldset>
      ))}
      {role !== null && (
        <Switch isSelected={typed.isArchived} onChange={(isArchived) => change({ isArchived })}>
          {t('roles.isArchived')}
        </Switch>
      )}
      {problem !== null && !isAtField && (
        <Notice tone="bad" testId="role-trouble">
          {problem.field === null
            ? refusalText(problem)
            : `${t(`roles.rights.${problem.field as RightName}`)}: ${refusalText(problem)}`}
        </Notice>
      )}
    </Sheet>
  )
}

function RightInput({
  right,
  typed,
  refusal,
  change,
}: {
  readonly right: RightName
  readonly typed: TypedRole
  readonly refusal: Refusal | null
  readonly change: (part: Partial<TypedRole>) => void
}) {
  const { t } = useTranslation()
  if (isPercent(right))
    return (
      <Field
        label={t('roles.percent', { right: t(`roles.rights.${right}`) })}
        value={typed.percents[right]}
        onChange={(text) =>
          change({ percents: { ...typed.percents, [right]: text.replace(/\D/g, '') } })
        }
        inputMode="numeric"
        maxLength={3}
        refusal={refusal}
        testId={`role-${right}`}
      />
    )
  return (
    <Switch
      isSelected={typed.rights[right]}
      onChange={(isGiven) => change({ rights: { ...typed.rights, [right]: isGiven } })}
    >
      {t(`roles.rights.${right}`)}
    </Switch>
  )
}

function useRole(role: OwnRole | null, onSaved: () => void) {
  const ui = useUi()
  const rights = role?.rights ?? NO_RIGHTS
  const [typed, setTyped] = useState<TypedRole>({
    name: role?.name ?? '',
    isArchived: role?.isArchived ?? false,
    rights,
    percents: {
      lineDiscountPercent: String(rights.lineDiscountPercent),
      cartDiscountPercent: String(rights.cartDiscountPercent),
    },
  })
  const [problem, setProblem] = useState<Refusal | null>(null)
  const submit = async () => {
    const { name, isArchived, percents } = typed
    const saved = {
      ...typed.rights,
      lineDiscountPercent: Number(percents.lineDiscountPercent || 'NaN'),
      cartDiscountPercent: Number(percents.cartDiscountPercent || 'NaN'),
    }
    const refused = await take(
      ui,
      ui.port.saveRole({ roleId: role?.id ?? null, name, rights: saved, isArchived }),
    )
    setProblem(refused)
    if (refused === null) onSaved()
  }
  return {
    typed,
    problem,
    submit,
    change(part: Partial<TypedRole>) {
      setTyped((before) => ({ ...before, ...part }))
      setProblem(null)
    },
  }
}
