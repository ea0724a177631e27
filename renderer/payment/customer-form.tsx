import { useEffect, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { cartTotals, type Cart } from '#shared/selling/cart/cart.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { formatRut, parseRut, type Rut } from '#shared/rut/rut.ts'
import { PURPOSE_CHARS_MAX } from '#shared/selling/sale/invoice-purpose.ts'
import { INVOICE_CHARS } from '#shared/selling/sale/decide-recipient.ts'
import { Button, KeyCap } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { useUi, type TillUi } from '../stores/till-ui.ts'
import {
  CONTACT_CHARS_MAX,
  contactChars,
  hasCustomer,
  type CustomerField,
} from '#shared/selling/open-sale/buyer.ts'
import styles from './payment.module.css'

/**
 * Most receipts name nobody. What is filled in must be right, and says so at its field; from 135 UF
 * on it is the law.
 */
export function CustomerForm({ cart }: { readonly cart: Cart }) {
  const ui = useUi()
  const { t } = useTranslation()
  const customer = useStore(ui.cart, (state) => state.sale.customer)
  const hint = useStore(ui.customers, (state) => state.hint)
  const limitClp = useStore(ui.status, (state) => state.bootstrap?.buyerRequiredFromClp ?? null)
  const isInvoice = useStore(ui.cart, (state) => state.sale.isInvoice === true)
  const asksPurpose = useStore(ui.status, (state) => state.bootstrap?.asksPurpose === true)
  const isRequired = limitClp !== null && cartTotals(cart).totalClp >= limitClp
  useCustomerFocus()
  const bind = useCustomerFields()
  return (
    <fieldset className={styles.customer} onKeyDown={(event) => goOn(ui, event)}>
      <legend className="visually-hidden">{t('customer.title')}</legend>
      <CustomerTitle limitClp={isRequired ? limitClp : null} isInvoice={isInvoice} />
      <div className={styles.pair}>
        <Field
          label={t('customer.rut')}
          placeholder="12.345.678-5"
          maxLength={20}
          focusName="customer"
          {...bind('rut')}
        />
        <Field
          label={t('customer.name')}
          maxLength={100}
          focusName="customer-name"
          {...bind('legalName')}
          hint={
            hint === null ? undefined : (
              <span data-testid="customer-hint" role="status">
                {t(`customer.hint.${hint}`)}
              </span>
            )
          }
        />
      </div>
      <Suggestions />
      {isInvoice && <InvoiceFields bind={bind} />}
      {isInvoice && asksPurpose && <PurposeFields bind={bind} />}
      <ContactFields bind={bind} isIdle={!isRequired && !hasCustomer(customer)} />
    </fieldset>
  )
}

/** Where the law wants more of a buyer than a receipt does. */
function InvoiceFields({ bind }: { readonly bind: Bind }) {
  const { t } = useTranslation()
  return (
    <>
      <Field
        label={t('invoice.activity')}
        maxLength={INVOICE_CHARS.activity}
        {...bind('activity')}
      />
      <div className={styles.pair}>
        <Field
          label={t('invoice.address')}
          maxLength={INVOICE_CHARS.address}
          {...bind('address')}
        />
        <Field
          label={t('invoice.commune')}
          maxLength={INVOICE_CHARS.commune}
          {...bind('commune')}
        />
      </div>
    </>
  )
}

/** Of a supermarket's or restaurant's invoice (Res. Ex. SII 121/2024). */
function PurposeFields({ bind }: { readonly bind: Bind }) {
  const { t } = useTranslation()
  return (
    <div className={styles.pair}>
      <Field label={t('invoice.bearerRut')} maxLength={20} {...bind('bearerRut')} />
      <Field label={t('invoice.purpose')} maxLength={PURPOSE_CHARS_MAX} {...bind('purpose')} />
    </div>
  )
}

type Bind = ReturnType<typeof useCustomerFields>

/**
 * What every field of the customer has alike: its text, its trouble, and what leaving it checks.
 */
function useCustomerFields() {
  const ui = useUi()
  const customer = useStore(ui.cart, (state) => state.sale.customer)
  const troubles = useStore(ui.payment, (state) => state.troubles)
  const leave = (field: CustomerField) => {
    const { checkCustomer, setCustomer } = ui.payment.getState()
    const { customer: now } = ui.cart.getState().sale
    const rut = field === 'rut' ? parseRut(now.rut) : null
    if (rut?.ok && formatRut(rut.value) !== now.rut) setCustomer('rut', formatRut(rut.value))
    checkCustomer(field)
  }
  return (field: CustomerField) => ({
    value: customer[field] ?? '',
    onChange: (text: string) => void ui.customers.getState().typed(field, text),
    onBlur: () => leave(field),
    refusal: troubles[field],
    testId: `customer-${field}`,
  })
}

/** The cursor goes where something is missing, and what was filled in under it is selected. */
function useCustomerFocus(): void {
  const ui = useUi()
  const troubles = useStore(ui.payment, (state) => state.troubles)
  const hint = useStore(ui.customers, (state) => state.hint)
  useEffect(() => ui.customers.getState().clear, [ui])
  useEffect(() => {
    const code = troubles['rut']?.code
    if (code === 'BUYER_REQUIRED' || code === 'INVOICE_BUYER_REQUIRED')
      ui.inputs.get('customer')?.focus()
  }, [ui, troubles])
  useEffect(() => {
    const name = ui.inputs.get('customer-name')
    // It was filled in under the cursor: what is typed now takes its place instead of being put
    // behind it.
    if (
      (hint === 'found' || hint === 'known') &&
      name !== undefined &&
      document.activeElement === name
    )
      name.select()
  }, [ui, hint])
}

/** Says from which amount on the law asks for a name; null where it does not. */
function CustomerTitle({
  limitClp,
  isInvoice,
}: {
  readonly limitClp: number | null
  readonly isInvoice: boolean
}) {
  const { t } = useTranslation()
  return (
    <div className={styles.customerTitle} aria-hidden="true">
      <span>
        {t('customer.title')}{' '}
        <span
          className={limitClp !== null || isInvoice ? styles.required : styles.optional}
          data-testid="customer-need"
        >
          {isInvoice
            ? t('invoice.required')
            : limitClp !== null
              ? t('customer.required', { limit: formatClp(clp(limitClp)) })
              : t('customer.optional')}
        </span>
      </span>
      <KeyCap name="F6" />
    </div>
  )
}

function ContactFields({ bind, isIdle }: { readonly bind: Bind; readonly isIdle: boolean }) {
  const ui = useUi()
  const { t } = useTranslation()
  const used = contactChars(useStore(ui.cart, (state) => state.sale.customer))
  return (
    <div className={`${styles.pair} ${styles.contact}`} data-idle={isIdle ? true : undefined}>
      <Field
        label={t('customer.phone')}
        type="tel"
        inputMode="tel"
        maxLength={80}
        {...bind('phone')}
      />
      <Field
        label={t('customer.email')}
        type="email"
        inputMode="email"
        maxLength={80}
        {...bind('email')}
        counter={
          used === 0
            ? undefined
            : {
                text: t('customer.contact', { used, most: CONTACT_CHARS_MAX }),
                isOver: used > CONTACT_CHARS_MAX,
              }
        }
      />
    </div>
  )
}

/** Enter goes on to the next field, and from the last one to the money. */
function goOn(ui: TillUi, event: KeyboardEvent<HTMLFieldSetElement>): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
  event.preventDefault()
  const fields = [...event.currentTarget.querySelectorAll('input')].filter((field) =>
    field.checkVisibility(),
  )
  const next = fields[fields.indexOf(event.target) + 1] ?? ui.inputs.get('tendered')
  next?.focus()
  next?.select()
}

/** Customers named before, right under what is being typed. */
function Suggestions() {
  const ui = useUi()
  const { t } = useTranslation()
  const suggestions = useStore(ui.customers, (state) => state.suggestions)
  if (suggestions.length === 0) return null
  return (
    <div className={styles.suggestions} role="group" aria-label={t('customer.known')}>
      {suggestions.map((customer) => (
        <Button
          key={customer.rut}
          className={styles.suggestion ?? ''}
          data-testid="customer-suggestion"
          onPress={() => {
            ui.customers.getState().choose(customer)
            ui.inputs.get('tendered')?.focus()
          }}
        >
          <span className={styles.suggestionName}>{customer.legalName}</span>
          <span className={styles.suggestionRut}>{formatRut(customer.rut as Rut)}</span>
        </Button>
      ))}
    </div>
  )
}
