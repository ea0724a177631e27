import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { KeyCap } from '../components/button.tsx'
import { Field } from '../components/field.tsx'
import { useUi } from '../app/till-ui.ts'
import { formatRut, parseRut } from '#shared/rut/rut.ts'
import { CONTACT_CHARS_MAX, contactChars, type CustomerField } from '../stores/payment-store.ts'
import styles from './payment.module.css'

/** Optional: most receipts name nobody. What is filled in must be right, and says so at its field. */
export function CustomerForm() {
  const ui = useUi()
  const { t } = useTranslation()
  const customer = useStore(ui.payment, (state) => state.customer)
  const troubles = useStore(ui.payment, (state) => state.troubles)
  const used = contactChars(customer)
  const bind = (field: CustomerField) => ({
    value: customer[field],
    onChange: (text: string) => ui.payment.getState().setCustomer(field, text),
    onBlur: () => leave(field),
    refusal: troubles[field],
    testId: `customer-${field}`,
  })
  const leave = (field: CustomerField) => {
    const { checkCustomer, setCustomer, customer: now } = ui.payment.getState()
    const rut = field === 'rut' ? parseRut(now.rut) : null
    if (rut?.ok && formatRut(rut.value) !== now.rut) setCustomer('rut', formatRut(rut.value))
    checkCustomer(field)
  }
  return (
    <fieldset className={styles.customer}>
      <legend className="visually-hidden">{t('customer.title')}</legend>
      <div className={styles.customerTitle} aria-hidden="true">
        <span>{t('customer.title')} <span className={styles.optional}>{t('customer.optional')}</span></span>
        <KeyCap name="F6" />
      </div>
      <div className={styles.pair}>
        <Field label={t('customer.rut')} placeholder="12.345.678-5" maxLength={20} focusName="customer" {...bind('rut')} />
        <Field label={t('customer.name')} maxLength={100} {...bind('legalName')} />
      </div>
      <div className={styles.pair}>
        <Field label={t('customer.phone')} type="tel" inputMode="tel" maxLength={80} {...bind('phone')} />
        <Field
          label={t('customer.email')} type="email" inputMode="email" maxLength={80} {...bind('email')}
          counter={used === 0 ? undefined : { text: t('customer.contact', { used, most: CONTACT_CHARS_MAX }), isOver: used > CONTACT_CHARS_MAX }}
        />
      </div>
    </fieldset>
  )
}
