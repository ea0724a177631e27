/** All roles beside each other: what each allows, who has it, and the shop's own to change. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import type { StaffView } from '#shared/staff/views.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { ROLES, type RoleRights } from '#shared/staff/rights.ts'
import type { OwnRole } from '#shared/staff/roles.ts'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { Notice, RefusalNotice } from '../kit/notice.tsx'
import { SectionFrame } from '../kit/section.tsx'
import { findSettings } from '../kit/find-setting.ts'
import type { SectionProps } from '../kit/section-props.ts'
import { useUi } from '../stores/till-ui.ts'
import { isPercent, rightGroups, type RightName } from './rights-table.ts'
import { RoleSheet } from './role-sheet.tsx'
import { take } from './take-staff.ts'
import styles from './roles.module.css'

export function RolesCard({ staff }: SectionProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const [edited, setEdited] = useState<OwnRole | 'new' | null>(null)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<Refusal | null>(null)
  const remove = async (roleId: string) => setProblem(await take(ui, ui.port.removeRole(roleId)))
  return (
    <SectionFrame title={t('roles.title')} lead={t('roles.lead')}>
      <RefusalNotice refusal={problem} testId="roles-trouble" />
      <div className={styles.tools}>
        <Field
          label={t('roles.search')}
          value={typed}
          onChange={setTyped}
          maxLength={60}
          testId="roles-search"
        />
        <Button variant="primary" onPress={() => setEdited('new')} data-testid="add-role">
          <Plus size={20} aria-hidden="true" />
          {t('roles.add')}
        </Button>
      </div>
      <Matrix
        staff={staff}
        typed={typed}
        onEdit={setEdited}
        onRemove={(roleId) => void remove(roleId)}
      />
      <p className={styles.note}>{t('roles.adjust')}</p>
      {edited !== null && (
        <RoleSheet role={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </SectionFrame>
  )
}

interface Column {
  readonly id: string
  readonly name: string
  readonly rights: RoleRights
  readonly own: OwnRole | null
  readonly people: string
}

function useColumns({ members, rightsOf, ownRoles }: StaffView): Column[] {
  const { t } = useTranslation()
  const people = (has: (member: StaffView['members'][number]) => boolean) =>
    members
      .filter(has)
      .map(({ name }) => name)
      .join(', ') || t('roles.nobody')
  return [
    ...ROLES.map((role) => ({
      id: role,
      name: t(`staff.roles.${role}`),
      rights: rightsOf[role],
      own: null,
      people: people((member) => member.role === role),
    })),
    ...ownRoles.map((own) => ({
      id: own.id,
      name: own.name,
      rights: own.rights,
      own,
      people: people(({ roleIds }) => roleIds.includes(own.id)),
    })),
  ]
}

function Matrix({
  staff,
  typed,
  onEdit,
  onRemove,
}: {
  readonly staff: StaffView
  readonly typed: string
  readonly onEdit: (role: OwnRole) => void
  readonly onRemove: (roleId: string) => void
}) {
  const { t } = useTranslation()
  const columns = useColumns(staff)
  const found = useFoundRights(typed)
  const groups = rightGroups((right) => found === null || found.includes(right))
  if (groups.length === 0)
    return (
      <Notice tone="plain" testId="roles-none">
        {t('roles.none')}
      </Notice>
    )
  return (
    <div className={styles.scroll} role="region" tabIndex={0} aria-label={t('roles.table')}>
      <table className={styles.matrix} data-testid="roles-matrix">
        <thead>
          <tr>
            <th scope="col">{t('roles.right')}</th>
            {columns.map((column) => (
              <th key={column.id} scope="col">
                <Head column={column} onEdit={onEdit} onRemove={onRemove} />
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ group, rights }) => (
          <tbody key={group}>
            <tr>
              <th scope="rowgroup" colSpan={columns.length + 1} className={styles.group}>
                {t(`roles.groups.${group}`)}
              </th>
            </tr>
            {rights.map((right) => (
              <tr key={right}>
                <th scope="row">{t(`roles.rights.${right}`)}</th>
                {columns.map(({ id, rights: given }) => (
                  <Cell key={id} right={right} value={given[right]} />
                ))}
              </tr>
            ))}
          </tbody>
        ))}
        <tbody>
          <tr>
            <th scope="row">{t('roles.who')}</th>
            {columns.map(({ id, people }) => (
              <td key={id} data-testid={`role-people-${id}`}>
                {people}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}

/** By its own words and its group's; null while nothing is looked for. */
function useFoundRights(typed: string): readonly RightName[] | null {
  const { t } = useTranslation()
  if (typed.trim() === '') return null
  const all = rightGroups().flatMap(({ group, rights }) =>
    rights.map((right) => ({
      id: right,
      name: t(`roles.rights.${right}`),
      section: t(`roles.groups.${group}`),
      words: '',
    })),
  )
  return findSettings(all, typed)
}

function Head({
  column: { name, own },
  onEdit,
  onRemove,
}: {
  readonly column: Column
  readonly onEdit: (role: OwnRole) => void
  readonly onRemove: (roleId: string) => void
}) {
  const { t } = useTranslation()
  if (own === null) return name
  return (
    <span className={styles.head}>
      <span>
        {name}
        {own.isArchived && <span className={styles.note}> ({t('roles.archived')})</span>}
      </span>
      <span className={styles.headTools}>
        <Button
          variant="quiet"
          size="square"
          aria-label={t('roles.edit', { name })}
          onPress={() => onEdit(own)}
        >
          <Pencil size={18} aria-hidden="true" />
        </Button>
        <Button
          variant="danger"
          size="square"
          aria-label={t('roles.remove', { name })}
          onPress={() => onRemove(own.id)}
        >
          <Trash2 size={18} aria-hidden="true" />
        </Button>
      </span>
    </span>
  )
}

function Cell({
  right,
  value,
}: {
  readonly right: RightName
  readonly value: RoleRights[RightName]
}) {
  const { t } = useTranslation()
  const isGiven = value !== false && value !== 0
  return (
    <td data-given={isGiven}>
      {isGiven && isPercent(right)
        ? t('roles.upTo', { percent: value })
        : t(isGiven ? 'roles.yes' : 'roles.no')}
    </td>
  )
}
