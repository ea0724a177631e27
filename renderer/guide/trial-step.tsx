import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Printer } from 'lucide-react'
import type { Refusal } from '#shared/core/refusals.ts'
import { callCore } from '../actions/counter.ts'
import { Button } from '../components/button.tsx'
import { RefusalNotice } from '../components/notice.tsx'
import { SectionFrame } from '../settings/section.tsx'
import { useUi } from '../stores/till-ui.ts'
import { DidItComeOut } from './did-it-come-out.tsx'
import type { StepContentProps } from './step-props.ts'

/** A sale on paper that is none: marked as not valid, and sent to nobody. */
export function TrialStep({ onDone }: StepContentProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const [phase, setPhase] = useState<'open' | 'busy' | 'sent'>('open')
  const [problem, setProblem] = useState<Refusal | null>(null)
  const print = async () => {
    setPhase('busy')
    setProblem(null)
    const answer = await callCore(ui, ui.port.printTrialSale())
    setPhase(answer?.ok === true ? 'sent' : 'open')
    if (answer?.ok === false) setProblem(answer.refusal)
  }
  return (
    <SectionFrame title={t('guide.names.trial')}>
      <p>
        <Button
          variant="primary"
          size="large"
          isDisabled={phase === 'busy'}
          onPress={() => void print()}
          data-testid="guide-print-trial"
        >
          <Printer size={22} aria-hidden="true" />
          {t(phase === 'busy' ? 'printers.testing' : 'guide.printTrial')}
        </Button>
      </p>
      <RefusalNotice refusal={problem} testId="trial-trouble" />
      {phase === 'sent' && (
        <DidItComeOut question="guide.trialOut" help="guide.trialHelp" onYes={onDone} />
      )}
    </SectionFrame>
  )
}
