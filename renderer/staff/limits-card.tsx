import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StaffView } from '#shared/bridge/staff-views.ts'
import type { Refusal } from '#shared/core/refusals.ts'
import type { RoleRights } from '#shared/staff/rights.ts'
import { useUi } from '../app/till-ui.ts'
import { Button } from '../components/button.tsx'
import { Segments, Switch } from '../components/choices.tsx'
import { Field } from '../components/field.tsx'
import { Tag } from '../components/notice.tsx'
import { take } from './staff-card.tsx'
import styles from './staff.module.css'

const SWITCHES = ['changePrice', 'freeLine', 'deletePending', 'openDrawer', 'discardParked', 'refund', 'moveCash', 'acceptDifference'] as const

/** What cashiers and supervisors may do by themselves. The owner may do everything. */
export function LimitsCard({ staff }: { readonly staff: StaffView }) {
  const { t } = useTranslation()
  const [role, setRole] = useState<'cashier' | 'supervisor'>('cashier')
  return (
    <>
      <Segments
        label={t('limits.title')} value={role} onChange={setRole}
        options={[{ value: 'cashier', label: t('staff.roles.cashier') }, { value: 'supervisor', label: t('staff.roles.supervisor') }]}
      />
      <LimitsForm key={role} role={role} stored={staff.rightsOf[role]} />
    </>
  )
}

function LimitsForm({ role, stored }: { readonly role: 'cashier' | 'supervisor'; readonly stored: RoleRights }) {
  const ui = useUi()
  const { t } = useTranslation()
  const [line, setLine] = useState(String(stored.lineDiscountPercent))
  const [cart, setCart] = useState(String(stored.cartDiscountPercent))
  const [rights, setRights] = useState(stored)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const [isSaved, setSaved] = useState(false)
  const change = (work: () => void) => {
    work()
    setProblem(null)
    setSaved(false)
  }
  const save = async () => {
    const { changePrice, freeLine, deletePending, openDrawer, discardParked, refund, moveCash, acceptDifference } = rights
    const refused = await take(ui, ui.port.saveRights({
      role, rights: {
        lineDiscountPercent: Number(line || 'NaN'), cartDiscountPercent: Number(cart || 'NaN'), changePrice, freeLine, deletePending, openDrawer, discardParked,
        refund, moveCash, acceptDifference,
      },
    }))
    setProblem(refused)
    setSaved(refused === null)
  }
  const at = (field: string) => (problem?.field === field ? problem : null)
  return (
    <form noValidate className={styles.list} onSubmit={(event) => { event.preventDefault(); void save() }}>
      <div className={styles.limits}>
        <Field
          label={t('limits.line')} value={line} onChange={(text) => change(() => setLine(text.trim()))} inputMode="numeric" maxLength={3}
          refusal={at('lineDiscountPercent')} testId="limit-line"
        />
        <Field
          label={t('limits.cart')} value={cart} onChange={(text) => change(() => setCart(text.trim()))} inputMode="numeric" maxLength={3}
          refusal={at('cartDiscountPercent')} testId="limit-cart"
        />
      </div>
      {SWITCHES.map((right) => (
        <Switch key={right} isSelected={rights[right]} onChange={(isAllowed) => change(() => setRights({ ...rights, [right]: isAllowed }))}>
          {t(`limits.${right}`)}
        </Switch>
      ))}
      <div className={styles.rowEnd}>
        <Button type="submit" data-testid="save-limits">{t('common.save')}</Button>
        {isSaved && <span role="status"><Tag tone="good">{t('common.saved')}</Tag></span>}
      </div>
    </form>
  )
}
