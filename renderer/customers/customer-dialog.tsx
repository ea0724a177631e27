import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { CustomerRow } from '#shared/customers/views.ts'
import {
  CUSTOMER_CHARS_MAX,
  CUSTOMER_TEXTS,
  decideCustomer,
  type TypedCustomer,
} from '#shared/customers/decide-customer.ts'
import { formatRut, parseRut } from '#shared/rut/rut.ts'
import { Button } from '../kit/button.tsx'
import { Switch } from '../kit/choices.tsx'
import { Field, type FieldProps } from '../kit/field.tsx'
import { RefusalNotice } from '../kit/notice.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { CancelOrSubmit } from '../kit/submit-button.tsx'
import { useSendingSheet } from '../kit/use-sending.ts'
import { ChooseList } from '../promotions/choose-list.tsx'
import { useUi } from '../stores/till-ui.ts'
import { CustomerHistory } from './customer-history.tsx'
import styles from './customers.module.css'

const FIELDS: readonly string[] = ['rut', ...CUSTOMER_TEXTS]

interface CustomerDialogProps {
  /** Null makes a new one. */
  readonly row: CustomerRow | null
}

/** One customer: what the till writes for them, and what they bought. */
export function CustomerDialog({ row }: CustomerDialogProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const close = ui.screen.getState().close
  const { bind, list, mails, problem, isBusy, save, archive } = useCustomerDraft(row)
  const mayList = useStore(ui.staff, ({ staff }) => staff?.rights.promotions === true)
  return (
    <Sheet
      title={t(row === null ? 'customerList.newTitle' : 'customerList.editTitle')}
      lead={row === null ? undefined : leadOf(row, t('customerList.archivedLead'))}
      widthRem={44}
      onClose={close}
      onSubmit={save}
      actions={
        <>
          {row !== null && (
            <Button
              isDisabled={isBusy}
              onPress={() => void archive()}
              data-testid="archive-customer"
            >
              {t(row.isArchived ? 'customerList.restore' : 'customerList.archive')}
            </Button>
          )}
          <CancelOrSubmit label={t('common.save')} testId="save-customer" />
        </>
      }
    >
      <div className={styles.pair}>
        <Field {...bind('rut')} isDisabled={row !== null} autoFocus={row === null} />
        <Field {...bind('legalName')} autoFocus={row !== null} />
      </div>
      <Field {...bind('activity')} />
      <div className={styles.pair}>
        <Field {...bind('address')} />
        <Field {...bind('commune')} />
      </div>
      <div className={styles.pair}>
        <Field {...bind('phone')} type="tel" />
        <Field {...bind('email')} type="email" />
      </div>
      <Switch isSelected={mails.value} onChange={mails.onChange}>
        {t('customerList.mailsReceipts')}
      </Switch>
      <Field {...bind('notes')} />
      {mayList && (
        <ChooseList label={t('customerList.priceList')} none={t('customerList.noList')} {...list} />
      )}
      <RefusalNotice refusal={problem} shownAt={FIELDS} testId="customer-trouble" />
      {row !== null && <CustomerHistory rut={row.rut} />}
    </Sheet>
  )
}

const leadOf = (row: CustomerRow, archived: string) =>
  row.isArchived ? archived : `${row.legalName}, ${formatRut(row.rut)}`

function useCustomerDraft(row: CustomerRow | null) {
  const ui = useUi()
  const { t } = useTranslation()
  const [draft, setDraft] = useState(() => draftOf(row))
  const [priceListId, setListId] = useState(row?.priceListId ?? null)
  const [mailsReceipts, setMails] = useState(row?.mailsReceipts ?? false)
  // No event tells of customers.
  const hear = () => ui.customerList.getState().hear(null)
  const { problem, setProblem, isBusy, send } = useSendingSheet(hear)
  const change = (part: Partial<TypedCustomer>) => {
    setDraft({ ...draft, ...part })
    setProblem(null)
  }
  const bind = (field: keyof TypedCustomer): FieldProps => {
    const most: Readonly<Record<string, number>> = CUSTOMER_CHARS_MAX
    return {
      label: t(`customerList.${field}`),
      value: draft[field],
      onChange: (text) => change({ [field]: text }),
      onBlur: () => change({ rut: written(draft.rut) }),
      refusal: problem?.field === field ? problem : null,
      testId: `customer-${field}`,
      maxLength: most[field] ?? 80,
    }
  }
  const save = async () => {
    const decided = decideCustomer(draft)
    if (!decided.ok) return setProblem(decided.refusal)
    const isListed = priceListId !== (row?.priceListId ?? null)
    const order = {
      ...decided.value,
      mailsReceipts,
      isNew: row === null,
      ...(isListed ? { priceListId } : {}),
    }
    await send(() => ui.port.saveCustomer(order))
  }
  const archive = async () => {
    if (row === null) return
    const { rut, isArchived } = row
    await send(() => ui.port.archiveCustomer({ rut, isArchived: !isArchived }))
  }
  const list = {
    value: priceListId,
    onChange(chosen: string | null) {
      setListId(chosen)
      setProblem(null)
    },
  }
  const mails = {
    value: mailsReceipts,
    onChange(isWanted: boolean) {
      setMails(isWanted)
      setProblem(null)
    },
  }
  return { bind, list, mails, problem, isBusy, save, archive }
}

/** With its points, once it is one. */
function written(text: string): string {
  const rut = parseRut(text)
  return rut.ok ? formatRut(rut.value) : text
}

function draftOf(row: CustomerRow | null): TypedCustomer {
  const texts = Object.fromEntries(CUSTOMER_TEXTS.map((field) => [field, row?.[field] ?? '']))
  return {
    ...(texts as unknown as Omit<TypedCustomer, 'rut'>),
    rut: row === null ? '' : formatRut(row.rut),
  }
}
