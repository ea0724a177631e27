import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Refusal } from '#shared/languages/refusals.ts'
import { SEEN_DAYS_MAX } from '#shared/selling/sale/receipts-seen.ts'
import {
  DEFAULT_RIGHTS,
  SWITCHED_RIGHTS,
  type RoleRights,
  type SwitchedRight,
} from '#shared/staff/rights.ts'
import { useUi, type TillUi } from '../stores/till-ui.ts'
import { Button } from '../kit/button.tsx'
import { Segments, Switch } from '../kit/choices.tsx'
import { Field } from '../kit/field.tsx'
import type { SectionProps } from '../kit/section-props.ts'
import { SectionForm, useDraft } from '../kit/section.tsx'
import settingsStyles from '../settings/settings.module.css'
import { SeenField, type TypedSeen } from './seen-field.tsx'
import { take } from './take-staff.ts'
import styles from './staff.module.css'

const LIMITED = ['cashier', 'supervisor'] as const
type LimitedRole = (typeof LIMITED)[number]

/** The rights of a role as they are typed: percents are text until they are saved. */
type TypedRights = Pick<RoleRights, SwitchedRight> & {
  readonly line: string
  readonly cart: string
}

interface StoredLimits extends Readonly<Record<LimitedRole, TypedRights>> {
  readonly seen: TypedSeen
}

/** What cashiers and supervisors may do by themselves. The owner may do everything. */
export function LimitsCard({ staff, settings }: SectionProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const [role, setRole] = useState<LimitedRole>('cashier')
  const stored: StoredLimits = {
    cashier: typedRights(staff.rightsOf.cashier),
    supervisor: typedRights(staff.rightsOf.supervisor),
    seen: { by: settings.receiptsSeen.by, days: String(settings.receiptsSeen.days) },
  }
  const draft = useDraft(stored, async (changed) => {
    for (const changedRole of LIMITED) {
      const typed = changed[changedRole]
      const refused = typed === undefined ? null : await saveRights(ui, changedRole, typed)
      if (refused === null) continue
      setRole(changedRole)
      return refused
    }
    return changed.seen === undefined ? null : saveSeen(ui, changed.seen)
  })
  const rights = draft.value[role]
  const change = (part: Partial<TypedRights>) => draft.change({ [role]: { ...rights, ...part } })
  return (
    <SectionForm
      draft={draft}
      title={t('limits.title')}
      lead={t('limits.lead')}
      head={<Reset onPress={() => change(typedRights(DEFAULT_RIGHTS[role]))} />}
      ownFields={['lineDiscountPercent', 'cartDiscountPercent']}
    >
      <Segments
        label={t('staff.role')}
        isLabelHidden
        value={role}
        onChange={setRole}
        options={LIMITED.map((value) => ({ value, label: t(`staff.roles.${value}`) }))}
      />
      <div className={styles.limits}>
        {(['line', 'cart'] as const).map((what) => (
          <Field
            key={what}
            label={t(`limits.${what}`)}
            value={rights[what]}
            onChange={(text) => change({ [what]: text.trim() })}
            inputMode="numeric"
            maxLength={3}
            refusal={draft.at(`${what}DiscountPercent`)}
            testId={`limit-${what}`}
          />
        ))}
      </div>
      <div className={settingsStyles.pairs}>
        {SWITCHED_RIGHTS.map((right) => (
          <Switch
            key={right}
            isSelected={rights[right]}
            onChange={(isAllowed) => change({ [right]: isAllowed })}
          >
            {t(`limits.${right}`)}
          </Switch>
        ))}
      </div>
      <SeenField value={draft.value.seen} onChange={(seen) => draft.change({ seen })} />
    </SectionForm>
  )
}

/** As the role came with the till; nothing is stored before it is saved. */
function Reset({ onPress }: { readonly onPress: () => void }) {
  const { t } = useTranslation()
  return (
    <Button variant="quiet" onPress={onPress} data-testid="reset-rights">
      {t('roles.reset')}
    </Button>
  )
}

/** More days than there may be are the most there may be. */
function saveSeen(ui: TillUi, { by, days }: TypedSeen): Promise<Refusal | null> {
  const count = Math.min(SEEN_DAYS_MAX, Math.max(1, Number(days)))
  return ui.settings.getState().save({ receiptsSeen: { by, days: count } })
}

/** Of an empty field the core says that it is no percent. */
function saveRights(
  ui: TillUi,
  role: LimitedRole,
  { line, cart, ...switches }: TypedRights,
): Promise<Refusal | null> {
  return take(
    ui,
    ui.port.saveRights({
      role,
      rights: {
        ...switches,
        lineDiscountPercent: Number(line || 'NaN'),
        cartDiscountPercent: Number(cart || 'NaN'),
      },
    }),
  )
}

function typedRights({
  lineDiscountPercent,
  cartDiscountPercent,
  ...rights
}: RoleRights): TypedRights {
  const switches = Object.fromEntries(
    SWITCHED_RIGHTS.map((right) => [right, rights[right]]),
  ) as Pick<RoleRights, SwitchedRight>
  return { ...switches, line: String(lineDiscountPercent), cart: String(cartDiscountPercent) }
}
