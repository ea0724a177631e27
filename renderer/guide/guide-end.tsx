import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { ReceiptText } from 'lucide-react'
import type { GuideView } from '#shared/onboarding/guide.ts'
import { Button } from '../kit/button.tsx'
import { Notice } from '../kit/notice.tsx'
import { SectionFrame } from '../kit/section.tsx'
import { OwnerCodePart } from '../staff/owner-code.tsx'
import { useUi } from '../stores/till-ui.ts'
import type { Guide } from './use-guide.ts'

/** Steps without which nothing is sold. */
const NEEDED = ['shop', 'service'] as const

/** What is left, and the way to the first receipt. */
export function GuideEnd({ guide, view }: { readonly guide: Guide; readonly view: GuideView }) {
  const ui = useUi()
  const { t } = useTranslation()
  const isOwner = useStore(ui.staff, ({ staff }) => staff?.current?.role === 'owner')
  const undone = view.steps.filter(({ state }) => state !== 'done').map(({ step }) => step)
  const mayNotSell = NEEDED.some((step) => undone.includes(step))
  const leave = (to: 'leave' | 'finish') =>
    void guide.ask(ui.port.moveGuide({ to })).then((now) => {
      if (now !== null) ui.screen.getState().go('sale')
    })
  return (
    <SectionFrame title={t(mayNotSell ? 'guide.endMissing' : 'guide.endReady')}>
      {undone.length > 0 && (
        <Notice tone={mayNotSell ? 'wait' : 'info'} testId="guide-undone">
          {t('guide.undone', { steps: undone.map((step) => t(`guide.names.${step}`)).join(', ') })}
        </Notice>
      )}
      <p>{t(mayNotSell ? 'guide.endMissingLead' : 'guide.endReadyLead')}</p>
      <p>
        <Button
          variant="primary"
          size="large"
          onPress={() => leave(mayNotSell ? 'leave' : 'finish')}
          data-testid="guide-end"
        >
          <ReceiptText size={22} aria-hidden="true" />
          {t(mayNotSell ? 'guide.leave' : 'guide.firstReceipt')}
        </Button>
      </p>
      {isOwner && <OwnerCodePart />}
    </SectionFrame>
  )
}
