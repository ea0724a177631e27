import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Plus } from 'lucide-react'
import type { SettingsView } from '#shared/bridge/views.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { isCash, METHODS_MAX, type PaymentMethod } from '#shared/payment/payment-method.ts'
import { buyerLimitOf, type BuyerLimit } from '#shared/sale/buyer-limit.ts'
import { useUi } from '../app/till-ui.ts'
import { Button } from '../components/button.tsx'
import { Switch } from '../components/choices.tsx'
import { Field } from '../components/field.tsx'
import { Notice, Tag } from '../components/notice.tsx'
import { useRefusalText } from '../components/use-texts.ts'
import styles from './settings.module.css'

/** The shop's ways to pay, and from which total on the law wants the buyer named. */
export function PaymentCard({ settings }: { readonly settings: SettingsView }) {
  const { t } = useTranslation()
  return (
    <section className={`${styles.card} ${styles.wideCard}`} aria-labelledby="settings-payment">
      <h2 id="settings-payment" tabIndex={-1} className={styles.cardTitle}>{t('paymentSettings.title')}</h2>
      <MethodsForm key={JSON.stringify(settings.paymentMethods)} stored={settings.paymentMethods} />
      <LimitsForm key={JSON.stringify(settings.buyerLimits)} stored={settings.buyerLimits} />
    </section>
  )
}

const FLAGS = ['isActive', 'opensDrawer', 'needsReference', 'isVoucherTheReceipt'] as const

function MethodsForm({ stored }: { readonly stored: readonly PaymentMethod[] }) {
  const ui = useUi()
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const [methods, setMethods] = useState(stored)
  const trouble = useStore(ui.settings, (state) => state.troubles.paymentMethods)
  const isSaved = useStore(ui.settings, (state) => state.savedField === 'paymentMethods')
  const change = (index: number, part: Partial<PaymentMethod>) =>
    setMethods(methods.map((method, other) => (other === index ? { ...method, ...part } : method)))
  const save = () => saveField(ui, 'paymentMethods', [...methods])
  return (
    <form className={styles.stack} noValidate onSubmit={(event) => { event.preventDefault(); void save() }}>
      {methods.map((method, index) => (
        <fieldset key={method.id} className={styles.method}>
          <legend className="visually-hidden">{method.name}</legend>
          <Field
            label={t('paymentSettings.name')} value={method.name} maxLength={24} onChange={(name) => change(index, { name })}
            testId={`method-${method.id}`}
          />
          <div className={styles.flags}>
            {FLAGS.filter((flag) => !isCash(method) || flag === 'opensDrawer').map((flag) => (
              <Switch key={flag} isSelected={method[flag]} onChange={(isOn) => change(index, { [flag]: isOn })}>{t(`paymentSettings.${flag}`)}</Switch>
            ))}
          </div>
        </fieldset>
      ))}
      {trouble && <Notice tone="bad">{refusalText(trouble)}</Notice>}
      <p className={styles.formEnd}>
        <Button isDisabled={methods.length >= METHODS_MAX} onPress={() => setMethods([...methods, newMethod(methods, t('paymentSettings.newName'))])} data-testid="add-method">
          <Plus size={18} aria-hidden="true" />{t('paymentSettings.add')}
        </Button>
        <Button type="submit" isDisabled={methods === stored} data-testid="save-methods">{t('common.save')}</Button>
        {isSaved && <span role="status"><Tag tone="good">{t('common.saved')}</Tag></span>}
      </p>
    </form>
  )
}

/** Its code is ours to make: it names the method in every sale, while the name may change. */
function newMethod(methods: readonly PaymentMethod[], name: string): PaymentMethod {
  let number = 1
  while (methods.some(({ id }) => id === `M${number}`)) number += 1
  return {
    id: `M${number}`, name: `${name} ${number}`, siiCode: 'OT', opensDrawer: false, needsReference: false, isVoucherTheReceipt: false, isActive: true,
  }
}

function LimitsForm({ stored }: { readonly stored: readonly BuyerLimit[] }) {
  const ui = useUi()
  const { t } = useTranslation()
  const thisYear = new Date().getFullYear()
  const known = stored.find(({ year }) => year === thisYear)
  const [typed, setTyped] = useState(known === undefined ? '' : String(known.limitClp))
  const trouble = useStore(ui.settings, (state) => state.troubles.buyerLimits)
  const isSaved = useStore(ui.settings, (state) => state.savedField === 'buyerLimits')
  const save = () => saveField(ui, 'buyerLimits', [
    ...stored.filter(({ year }) => year !== thisYear), { year: thisYear, limitClp: Number(typed) },
  ])
  const inUse = formatClp(buyerLimitOf(stored, thisYear))
  return (
    <form className={styles.withButton} noValidate onSubmit={(event) => { event.preventDefault(); void save() }}>
      <Field
        label={t('paymentSettings.limit', { year: thisYear })} inputMode="numeric" maxLength={16} testId="buyer-limit"
        value={typed === '' ? '' : formatClp(clp(Number(typed)))} onChange={(text) => setTyped(text.replace(/\D/g, '').slice(0, 11))}
        placeholder={inUse} refusal={trouble}
        hint={t(known === undefined ? 'paymentSettings.limitMissing' : 'paymentSettings.limitHint', { year: thisYear, amount: inUse })}
      />
      <Button type="submit" isDisabled={typed === '' || Number(typed) === known?.limitClp}>{t('common.save')}</Button>
      {isSaved && <span role="status"><Tag tone="good">{t('common.saved')}</Tag></span>}
    </form>
  )
}

async function saveField(ui: ReturnType<typeof useUi>, ...[field, value]: Parameters<ReturnType<typeof ui.settings.getState>['save']>): Promise<void> {
  try {
    await ui.settings.getState().save(field, value)
  } catch {
    ui.status.setState({ link: 'down' })
  }
}
