import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { ShieldCheck } from 'lucide-react'
import { mayApprove } from '#shared/staff/rights.ts'
import { rightsOfPerson } from '#shared/staff/roles.ts'
import { needText } from '#shared/staff/need-text.ts'
import type { SaleId } from '#shared/core/brand.ts'
import type { TillPort } from '../bridge/till-port.ts'
import type { ApprovalAsk } from '../stores/screen-store.ts'
import { callCore } from '../actions/counter.ts'
import { useUi } from '../stores/till-ui.ts'
import { useCoreWords } from '../kit/use-texts.ts'
import { PinForm } from './pin-form.tsx'
import styles from './staff.module.css'

/**
 * A PIN over the shoulder: says what is allowed by it, names only those who can, and leaves the
 * cashier where they are.
 */
export function ApprovalDialog({
  ask,
  then,
}: {
  readonly ask: ApprovalAsk
  readonly then: (approvalId: string) => void
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const words = useCoreWords()
  const staff = useStore(ui.staff, (state) => state.staff)
  if (staff === null) return null
  const others = staff.members.filter(({ id }) => id !== staff.current?.id)
  const able = others.filter((person) =>
    ask.needs.every((need) =>
      mayApprove(rightsOfPerson(person, staff.rightsOf, staff.ownRoles), need),
    ),
  )
  return (
    <PinForm
      title={t('approval.title')}
      lead={t('approval.lead', { name: staff.current?.name ?? '' })}
      members={able}
      firstId={null}
      submitLabel={t('approval.allow')}
      onClose={ui.screen.getState().close}
      onPin={async (staffId, pin) => {
        const close = ui.screen.getState().closing()
        const answer = await callCore(
          ui,
          ui.port.approve({
            staffId,
            pin,
            subject: subjectOf(ask, ui.cart.getState().sale.saleId),
          }),
        )
        if (answer === null) return null
        if (!answer.ok) return answer.refusal
        if (close()) then(answer.value.approvalId)
        return null
      }}
    >
      <ul className={styles.needs} data-testid="needs">
        {ask.needs.map((need, index) => (
          <li key={index}>
            <ShieldCheck size={18} aria-hidden="true" />
            {ask.kind === 'right' && ask.action !== undefined
              ? t(`approval.actions.${ask.action}`)
              : needText(need, words)}
          </li>
        ))}
      </ul>
    </PinForm>
  )
}

function subjectOf(
  ask: ApprovalAsk,
  saleId: SaleId,
): Parameters<TillPort['approve']>[0]['subject'] {
  switch (ask.kind) {
    case 'sale':
      return {
        kind: 'sale',
        lines: ask.lines,
        discount: ask.discount,
        isInvoice: ask.isInvoice,
        priceListId: ask.priceListId,
        saleId,
      }
    case 'right':
      return {
        kind: 'right',
        right: ask.right,
        subject: ask.subject,
        ...(ask.amountClp === undefined ? {} : { amountClp: ask.amountClp }),
      }
    case 'settings':
      return { kind: 'settings' }
  }
}
