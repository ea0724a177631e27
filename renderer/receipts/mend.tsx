import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import {
  CUSTOMER_FIELDS,
  NO_CUSTOMER,
  type Customer,
  type BuyerField,
} from '#shared/selling/open-sale/buyer.ts'
import { INVOICE_CHARS, INVOICE_FIELDS } from '#shared/selling/sale/decide-recipient.ts'
import { isLostAfterwards } from '#shared/selling/sale/later-states.ts'
import { mendDeed, type Mending } from '#shared/staff/deeds.ts'
import { withDeed } from '../actions/counter.ts'
import type { ReceiptsState } from '../stores/receipts-store.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../kit/button.tsx'
import { useDocumentWords } from '../kit/use-texts.ts'
import { Form } from '../kit/form.tsx'
import { Field } from '../kit/field.tsx'
import { Notice } from '../kit/notice.tsx'
import styles from './receipts.module.css'
import type { ReceiptDetail } from '#shared/receipts/views.ts'

const TAXPAYER_FIELDS = ['rut', 'legalName', ...INVOICE_FIELDS, 'phone', 'email'] as const
const LABELS = {
  rut: 'customer.rut',
  legalName: 'customer.name',
  phone: 'customer.phone',
  email: 'customer.email',
  activity: 'invoice.activity',
  address: 'invoice.address',
  commune: 'invoice.commune',
} as const
const CHARS_MAX: Readonly<Record<BuyerField, number>> = {
  rut: 20,
  phone: 80,
  email: 80,
  ...INVOICE_CHARS,
}

/**
 * What a person can do for a receipt that is stuck. The sale and its money are never touched by any
 * of it.
 */
export function Mend({ detail }: { readonly detail: ReceiptDetail }) {
  const { t } = useTranslation()
  const isLost = isLostAfterwards(detail.authorityStatus)
  if (detail.setAsideReason !== null) {
    return (
      <Notice tone="plain" testId="is-aside">
        {t(isLost ? 'mend.isSettled' : 'mend.isAside', { reason: detail.setAsideReason })}
      </Notice>
    )
  }
  const waitsElsewhere = detail.lastErrorCode === 'SERVICE_CHANGED'
  if (
    detail.issueState !== 'rejected' &&
    detail.issueState !== 'attention' &&
    !waitsElsewhere &&
    !isLost
  )
    return null
  return (
    <section className={styles.mend} aria-label={t('mend.title')}>
      {detail.fieldErrors.length > 0 && (
        <ul className={styles.fieldErrors} data-testid="field-errors">
          {detail.fieldErrors.map((error) => (
            <li key={`${error.field} ${error.code}`}>
              <code>{error.field}</code> {error.message}
            </li>
          ))}
        </ul>
      )}
      {detail.issueState === 'rejected' && (
        <BuyerForm key={`buyer ${detail.saleId}`} detail={detail} />
      )}
      {detail.issueState === 'attention' && <IdForm key={`id ${detail.saleId}`} detail={detail} />}
      <AsideForm key={`aside ${detail.saleId}`} detail={detail} isLost={isLost} />
    </section>
  )
}

/** A form of its own: one thing a person can do, and the button that does it. */
function MendForm({
  title,
  onSubmit,
  children,
}: {
  readonly title: string
  readonly onSubmit: () => unknown
  readonly children: ReactNode
}) {
  return (
    <Form className={styles.mendForm} onSubmit={onSubmit}>
      <h3>{title}</h3>
      {children}
    </Form>
  )
}

type Given = Pick<Parameters<ReceiptsState['setAside']>[0], 'saleId' | 'approvalId'>

/** Each way takes the right to delete, asked for over the shoulder where need be. */
function useMending({ saleId }: ReceiptDetail) {
  const ui = useUi()
  const { isBusy, trouble } = useStore(ui.receipts)
  return {
    isBusy,
    at: (field: string) => (trouble?.field === field ? trouble : null),
    mend(mending: Mending, way: (receipts: ReceiptsState, given: Given) => Promise<unknown>): void {
      withDeed(ui, mendDeed(saleId, mending), (approvalId) => {
        void way(ui.receipts.getState(), { saleId, approvalId })
      })
    },
  }
}

/**
 * Empty fields send a receipt to nobody in particular, which is how most go out. An invoice, and a
 * note over one, keeps its buyer: as it stands in it, to be put right.
 */
function BuyerForm({ detail }: { readonly detail: ReceiptDetail }) {
  const { t } = useTranslation()
  const { isBusy, at, mend } = useMending(detail)
  const { taxpayer } = detail
  const fields = taxpayer === undefined ? CUSTOMER_FIELDS : TAXPAYER_FIELDS
  const [buyer, setBuyer] = useState<Customer>(taxpayer ?? NO_CUSTOMER)
  const send = () => {
    const isNobody = fields.every((field) => (buyer[field] ?? '').trim() === '')
    const recipient = isNobody ? null : buyer
    mend({ way: 'resend', recipient }, ({ resendFixed }, given) =>
      resendFixed({ ...given, recipient }),
    )
  }
  return (
    <MendForm title={t('mend.buyer')} onSubmit={send}>
      <p>{t(taxpayer === undefined ? 'mend.buyerHint' : 'invoice.mendHint')}</p>
      {fields.map((field) => (
        <Field
          key={field}
          label={t(LABELS[field])}
          value={buyer[field] ?? ''}
          maxLength={CHARS_MAX[field]}
          testId={`mend-${field}`}
          onChange={(text) => setBuyer({ ...buyer, [field]: text })}
          refusal={at(field)}
          autoComplete="off"
        />
      ))}
      <Button type="submit" variant="primary" isDisabled={isBusy} data-testid="resend-fixed">
        {t('mend.resend')}
      </Button>
    </MendForm>
  )
}

function IdForm({ detail }: { readonly detail: ReceiptDetail }) {
  const { t } = useTranslation()
  const { isBusy, at, mend } = useMending(detail)
  const [remoteId, setRemoteId] = useState('')
  const adopt = () => {
    const id = remoteId.trim()
    mend({ way: 'adopt', remoteId: id }, ({ adoptId }, given) =>
      adoptId({ ...given, remoteId: id }),
    )
  }
  return (
    <MendForm title={t('mend.id')} onSubmit={adopt}>
      <Field
        label={t('mend.idLabel')}
        hint={t('mend.idHint')}
        value={remoteId}
        onChange={setRemoteId}
        maxLength={100}
        testId="mend-id"
        refusal={at('remoteId')}
        autoComplete="off"
      />
      <Button type="submit" isDisabled={isBusy || remoteId.trim() === ''}>
        {t('mend.look')}
      </Button>
    </MendForm>
  )
}

/** Out of the queue, or, once it was issued, settled by whatever the person did about it. */
function AsideForm({
  detail,
  isLost,
}: {
  readonly detail: ReceiptDetail
  readonly isLost: boolean
}) {
  const { t } = useTranslation()
  const say = useDocumentWords()
  const { isBusy, at, mend } = useMending(detail)
  const [reason, setReason] = useState('')
  const setAside = () =>
    mend({ way: 'aside' }, (receipts, given) => receipts.setAside({ ...given, reason }))
  return (
    <MendForm title={t(isLost ? 'mend.settle' : 'mend.aside')} onSubmit={setAside}>
      <Field
        label={t('mend.reason')}
        hint={say(t(isLost ? 'mend.settleHint' : 'mend.asideHint'))}
        value={reason}
        onChange={setReason}
        maxLength={200}
        testId="mend-reason"
        refusal={at('reason')}
        autoComplete="off"
      />
      <Button type="submit" isDisabled={isBusy || reason.trim() === ''} data-testid="set-aside">
        {t(isLost ? 'mend.isDone' : 'mend.setAside')}
      </Button>
    </MendForm>
  )
}
