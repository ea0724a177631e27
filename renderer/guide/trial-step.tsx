import { useTranslation } from 'react-i18next'
import { PrintKey } from '../kit/print-key.tsx'
import { SectionFrame } from '../kit/section.tsx'
import { DidItComeOut } from './did-it-come-out.tsx'
import type { StepContentProps } from './step-props.ts'

/** A sale on paper that is none: marked as not valid, and sent to nobody. */
export function TrialStep({ onDone }: StepContentProps) {
  const { t } = useTranslation()
  return (
    <SectionFrame title={t('guide.names.trial')}>
      <PrintKey
        print={({ port }) => port.printTrialSale()}
        words={{ key: t('guide.printTrial'), busy: t('printers.testing') }}
        testIds={{ key: 'guide-print-trial', trouble: 'trial-trouble' }}
        variant="primary"
        size="large"
        iconPx={22}
      >
        <DidItComeOut question="guide.trialOut" help="guide.trialHelp" onYes={onDone} />
      </PrintKey>
    </SectionFrame>
  )
}
