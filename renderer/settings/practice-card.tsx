import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { GraduationCap, ListChecks, Store } from 'lucide-react'
import { Button } from '../kit/button.tsx'
import { Notice, RefusalNotice } from '../kit/notice.tsx'
import { SectionFrame } from '../kit/section.tsx'
import type { SectionProps } from '../kit/section-props.ts'
import { beginGuide } from '../actions/guide-actions.ts'
import { useUi } from '../stores/till-ui.ts'
import { usePractice } from './use-practice.ts'

/** To practise, for anyone who serves; and the first start again, for the owner. */
export function PracticeCard({ staff }: SectionProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const practice = usePractice()
  const bootstrap = useStore(ui.status, (state) => state.bootstrap)
  const isShop = bootstrap?.isDemo === false
  return (
    <SectionFrame title={t('guide.practice')} lead={t('guide.practiceLead')}>
      {bootstrap?.mayPractise === true ? (
        <Way
          icon={<GraduationCap size={20} aria-hidden="true" />}
          text={t(practice.isOpening ? 'guide.opening' : 'guide.enterPractice')}
          isOpening={practice.isOpening}
          onPress={practice.enter}
          testId="enter-practice"
        />
      ) : (
        <Notice tone="info">{t(isShop ? 'guide.noPractice' : 'guide.hereIsPractice')}</Notice>
      )}
      {bootstrap?.mayOpenShop === true && (
        <>
          <p>{t('guide.ownShopLead')}</p>
          <Way
            icon={<Store size={20} aria-hidden="true" />}
            text={t(practice.isOpening ? 'guide.openingShop' : 'guide.openOwnShop')}
            isOpening={practice.isOpening}
            onPress={practice.openShop}
            testId="open-own-shop"
          />
        </>
      )}
      <RefusalNotice refusal={practice.refused} testId="practice-refused" />
      {isShop && staff.mayChangeSettings && (
        <p>
          <Button onPress={() => void beginGuide(ui)} data-testid="open-guide">
            <ListChecks size={20} aria-hidden="true" />
            {t('guide.open')}
          </Button>
        </p>
      )}
    </SectionFrame>
  )
}

/** To the other till. */
function Way({
  icon,
  text,
  isOpening,
  onPress,
  testId,
}: {
  readonly icon: ReactNode
  readonly text: string
  readonly isOpening: boolean
  readonly onPress: () => void
  readonly testId: string
}) {
  return (
    <p>
      <Button variant="primary" isDisabled={isOpening} onPress={onPress} data-testid={testId}>
        {icon}
        {text}
      </Button>
    </p>
  )
}
