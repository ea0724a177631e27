import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { SaleId } from '#shared/core/brand.ts'
import { useUi } from '../stores/till-ui.ts'
import { Notice } from '../kit/notice.tsx'
import { useDocumentRefusalText } from '../kit/use-texts.ts'
import type { PrintState } from '#shared/paper/print-moves.ts'
import type { ReceiptDetail } from '#shared/receipts/views.ts'

/** A copy in one of these does not come out by itself, or not yet. */
const STUCK: readonly PrintState[] = ['held', 'failed', 'unknown']

/**
 * That the copy just asked for is on its way, or why not: the printer may stand out of sight, or
 * take its time.
 */
export function CopyTold({ detail }: { readonly detail: ReceiptDetail }) {
  const ui = useUi()
  const { t } = useTranslation()
  const copies = useStore(ui.receipts, (state) =>
    state.selected === detail.saleId ? state.copies : 0,
  )
  const printerId = useStore(ui.status, (state) => state.bootstrap?.printerId)
  const printers = useStore(ui.status, (state) => state.bootstrap?.printers)
  if (copies === 0) return null
  const made = detail.papers.filter(({ kind }) => kind === 'copy')
  const stuck = made.find(({ state }) => STUCK.includes(state))
  const at = stuck?.printerId ?? printerId
  const printer = printers?.find(({ id }) => id === at)?.name ?? t('printer.title')
  if (stuck !== undefined) {
    return (
      <Notice tone="wait" testId="copy-told">
        {t('receipts.copyTrouble', { printer, why: t(`print.${stuck.state}.text`) })}
      </Notice>
    )
  }
  return (
    <Notice tone="good" testId="copy-told">
      {copies === 1
        ? t('receipts.copySent', { printer })
        : t('receipts.copiesSent', { copies, printer })}
    </Notice>
  )
}

/** That a gift receipt came out: nothing of it stands among the papers. */
export function GiftTold({ saleId }: { readonly saleId: SaleId }) {
  const { t } = useTranslation()
  const gifts = useStore(useUi().receipts, (state) => (state.selected === saleId ? state.gifts : 0))
  return gifts === 0 ? null : (
    <Notice tone="good" testId="gift-told">
      {t('returns.giftPrinted')}
    </Notice>
  )
}

/** The same where nothing else says why a copy was refused. */
export function CopyAnswer({ detail }: { readonly detail: ReceiptDetail | null }) {
  const ui = useUi()
  const refusalText = useDocumentRefusalText(detail?.documentType ?? '39')
  const trouble = useStore(ui.receipts, (state) => state.trouble)
  if (detail === null) return null
  return trouble === null ? (
    <>
      <CopyTold detail={detail} />
      <GiftTold saleId={detail.saleId} />
    </>
  ) : (
    <Notice tone="bad" testId="copy-told">
      {refusalText(trouble)}
    </Notice>
  )
}
