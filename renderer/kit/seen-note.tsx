import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Undo2 } from 'lucide-react'
import type { SightView } from '#shared/receipts/views.ts'
import { openReturnOf } from '../actions/return-actions.ts'
import { Button } from './button.tsx'
import { Notice, RefusalNotice } from './notice.tsx'
import { useUi } from '../stores/till-ui.ts'
import { folioOf } from '../actions/state-words.ts'

/** Why older receipts are missing, and those whose paper was typed: they may come back. */
export function SeenNote() {
  const ui = useUi()
  const { t } = useTranslation()
  const sight = useStore(ui.receipts, (state) => state.sight)
  const isBusy = useStore(ui.receipts, (state) => state.isBusy)
  const trouble = useStore(ui.receipts, (state) => (state.selected === null ? state.trouble : null))
  if (sight === null) return null
  return (
    <>
      <SightNotice sight={sight} />
      {sight.inHand.map(({ saleId, documentType, folio }) => (
        <Button
          key={saleId}
          isDisabled={isBusy}
          data-testid="return-in-hand"
          onPress={() => openReturnOf(ui, saleId)}
        >
          <Undo2 size={20} aria-hidden="true" />
          {t('seen.inHand', {
            document:
              folio === null ? t('receipts.noFolio') : t(folioOf({ documentType }), { folio }),
          })}
        </Button>
      ))}
      <RefusalNotice refusal={trouble} testId="in-hand-trouble" />
    </>
  )
}

/** The same where only part of what somebody bought is listed. */
export function SightNotice({ sight: { by, days } }: { readonly sight: SightView }) {
  const { t } = useTranslation()
  return (
    <Notice tone="plain" testId="seen-note">
      {t(by === 'days' ? 'seen.days' : by === 'own' ? 'seen.own' : 'seen.shift', { count: days })}
    </Notice>
  )
}
