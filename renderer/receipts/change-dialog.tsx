import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ChangeableSale } from '#shared/returns/changes.ts'
import type { CustomerView } from '#shared/customers/buyer-views.ts'
import { wholeRut } from '#shared/customers/customer.ts'
import { isExemptType } from '#shared/core/document-type.ts'
import { formatClp } from '#shared/money/clp.ts'
import { NO_CUSTOMER, type Customer, type CustomerField } from '#shared/selling/open-sale/buyer.ts'
import { formatRut, parseRut, type Rut } from '#shared/rut/rut.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { changeDeed } from '#shared/staff/deeds.ts'
import { callCore, withDeed } from '../actions/counter.ts'
import { decideBuyer, INVOICE_CHARS } from '#shared/selling/sale/decide-recipient.ts'
import {
  PURPOSE_CHARS_MAX,
  PURPOSE_FIELDS,
  type PurposeField,
} from '#shared/selling/sale/invoice-purpose.ts'
import { Button } from '../kit/button.tsx'
import { Field, type FieldProps } from '../kit/field.tsx'
import { Notice, RefusalNotice } from '../kit/notice.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { CancelOrSubmit } from '../kit/submit-button.tsx'
import { useSending } from '../kit/use-sending.ts'
import { useUi, type TillUi } from '../stores/till-ui.ts'
import styles from './receipts.module.css'

const FIELDS = ['rut', 'legalName', 'activity', 'address', 'commune', ...PURPOSE_FIELDS] as const
type Field = (typeof FIELDS)[number]
const LABELS = {
  rut: 'invoice.buyer',
  legalName: 'customer.name',
  activity: 'invoice.activity',
  address: 'invoice.address',
  commune: 'invoice.commune',
  bearerRut: 'invoice.bearerRut',
  purpose: 'invoice.purpose',
} as const
const CHARS_MAX: Readonly<Record<Field, number>> = {
  rut: 20,
  bearerRut: 20,
  purpose: PURPOSE_CHARS_MAX,
  ...INVOICE_CHARS,
}
const SUGGESTIONS_MAX = 4

interface ChangeDialogProps {
  readonly sale: ChangeableSale
  readonly typed: { readonly buyer: Customer; readonly problem: Refusal | null } | null
}

/** One step: what becomes of the documents and of the money stands above the button. */
export function ChangeDialog({ sale, typed }: ChangeDialogProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const { buyer, setBuyer, ...known } = useKnownBuyers(ui, sale, typed?.buyer ?? null)
  const { problem, setProblem, send } = useSending(typed?.problem ?? null)
  const toInvoice = sale.to === 'invoice'
  const write = (field: CustomerField, text: string) => {
    setProblem(null)
    void known.typed(field, text)
  }
  const bind = (field: Field): FieldProps => ({
    label: t(LABELS[field]),
    value: buyer[field] ?? '',
    onChange: (text) => write(field, text),
    refusal: problem?.field === field ? problem : null,
    testId: `change-${field}`,
    maxLength: CHARS_MAX[field],
    autoFocus: field === 'rut',
    ...(field === 'rut' ? { onBlur: () => setBuyer(withPoints) } : {}),
  })
  const confirm = () => send(() => changeAllowed(ui, sale, buyer))
  return (
    <Sheet
      title={t(toInvoice ? 'change.toInvoice' : 'change.toReceipt')}
      lead={t(...leadOf(sale))}
      widthRem={44}
      onClose={ui.screen.getState().close}
      onSubmit={confirm}
      actions={
        <CancelOrSubmit
          label={t(toInvoice ? 'change.toInvoice' : 'change.toReceipt')}
          testId="confirm-change"
        />
      }
    >
      <Told sale={sale} />
      {toInvoice && <BuyerFields bind={bind} found={known.found} choose={setBuyer} />}
      <RefusalNotice refusal={problem} shownAt={toInvoice ? FIELDS : []} testId="change-trouble" />
    </Sheet>
  )
}

/** What is wrong with it; null once it is changed, or a PIN is asked for just this buyer. */
async function changeAllowed(
  ui: TillUi,
  sale: ChangeableSale,
  buyer: Customer,
): Promise<Refusal | null> {
  const { changeId, originalId, to } = sale
  const recipient = to === 'invoice' ? buyer : null
  const named = decideBuyer(recipient, to === 'invoice')
  if (!named.ok) return named.refusal
  const change = async (approvalId: string | null) => {
    const close = ui.screen.getState().closing()
    const made = await ui.port.changeDocument({ changeId, originalId, to, recipient, approvalId })
    if (!made.ok) return made.refusal
    close()
    await ui.receipts.getState().select(made.value.saleId)
    return null
  }
  const rights = ui.staff.getState().staff?.rights
  const deed = changeDeed(originalId, to, recipient, { refund: rights?.refund === true })
  if (rights?.[deed.right] === true) return change(null)
  withDeed(ui, deed, (approvalId) => {
    void callCore(ui, change(approvalId)).then((problem) => {
      if (problem === null) return
      ui.sounds.refuse()
      ui.screen.getState().open({ kind: 'change-document', sale, typed: { buyer, problem } })
    })
  })
  return null
}

/** What the cashier may wonder about before pressing. */
function Told({ sale: { folio, isOtherMonth } }: Pick<ChangeDialogProps, 'sale'>) {
  const { t } = useTranslation()
  return (
    <>
      {folio === null && (
        <Notice tone="info" testId="change-waits">
          {t('change.waits')}
        </Notice>
      )}
      {isOtherMonth && (
        <Notice tone="info" testId="change-month">
          {t('change.otherMonth')}
        </Notice>
      )}
    </>
  )
}

interface BuyerFieldsProps {
  readonly bind: (field: Field) => FieldProps
  readonly found: readonly CustomerView[]
  readonly choose: (buyer: Customer) => void
}

function BuyerFields({ bind, found, choose }: BuyerFieldsProps) {
  const ui = useUi()
  const asksPurpose = useStore(ui.status, (state) => state.bootstrap?.asksPurpose === true)
  return (
    <>
      <div className={styles.pair}>
        <Field {...bind('rut')} placeholder="12.345.678-5" />
        <Field {...bind('legalName')} />
      </div>
      {found.map((each) => (
        <Button
          key={each.rut}
          onPress={() => choose(toCustomer(each))}
          data-testid="change-suggestion"
        >
          {each.legalName} · {formatRut(each.rut as Rut)}
        </Button>
      ))}
      <Field {...bind('activity')} />
      <div className={styles.pair}>
        <Field {...bind('address')} />
        <Field {...bind('commune')} />
      </div>
      {asksPurpose && (
        <div className={styles.pair}>
          <Field {...bind('bearerRut')} />
          <Field {...bind('purpose')} />
        </div>
      )}
    </>
  )
}

function leadOf({ folio, documentType, totalClp, to }: ChangeableSale) {
  const isExempt = isExemptType(documentType)
  const values = { folio: folio ?? '', amount: formatClp(totalClp) }
  if (to === 'receipt')
    return [isExempt ? 'change.leadToReceiptExempt' : 'change.leadToReceipt', values] as const
  if (folio === null) return ['change.leadPending', values] as const
  return [isExempt ? 'change.leadToInvoiceExempt' : 'change.leadToInvoice', values] as const
}

const withPoints = (buyer: Customer): Customer => {
  const rut = parseRut(buyer.rut)
  return rut.ok ? { ...buyer, rut: formatRut(rut.value) } : buyer
}

const toCustomer = ({
  rut,
  legalName,
  phone,
  email,
  activity = '',
  address = '',
  commune = '',
}: CustomerView): Customer => ({
  rut: formatRut(rut as Rut),
  legalName,
  phone,
  email,
  activity,
  address,
  commune,
})

/**
 * Who the buyer may be, as at the payment: known ones while it is typed, and what the authority
 * says of a whole RUT, which fills only what is still empty. An answer to an older question is
 * dropped.
 */
function useKnownBuyers(ui: TillUi, { buyer: named }: ChangeableSale, before: Customer | null) {
  const [buyer, setBuyer] = useState<Customer>(
    () => before ?? (named === null ? NO_CUSTOMER : withPoints({ ...NO_CUSTOMER, ...named })),
  )
  const [found, setFound] = useState<readonly CustomerView[]>([])
  const turn = useRef(0)
  const typed = async (field: CustomerField, text: string) => {
    setBuyer((before) => ({ ...before, [field]: text }))
    if (field !== 'rut' && field !== 'legalName') return
    turn.current += 1
    const mine = turn.current
    const known = await ui.port.findCustomers({ text, limit: SUGGESTIONS_MAX }).catch(() => [])
    if (mine !== turn.current) return
    const rut = field === 'rut' ? wholeRut(text) : null
    const same = known.find((each) => each.rut === rut)
    setFound(same === undefined ? known : [])
    if (same !== undefined) return setBuyer(toCustomer(same))
    const told = rut === null ? null : await ui.port.lookUpTaxpayer({ rut }).catch(() => null)
    if (mine !== turn.current || told?.kind !== 'found') return
    setBuyer((before) => {
      const filled = (each: Exclude<Field, 'rut' | PurposeField>) =>
        before[each] || (told[each] ?? '')
      return {
        ...before,
        legalName: filled('legalName'),
        activity: filled('activity'),
        address: filled('address'),
        commune: filled('commune'),
      }
    })
  }
  return {
    buyer,
    setBuyer(change: Customer | ((before: Customer) => Customer)) {
      setBuyer(change)
      setFound([])
    },
    found,
    typed,
  }
}
