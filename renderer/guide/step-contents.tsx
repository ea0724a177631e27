/** What stands in each step: the settings' own cards where there is one. */
import { useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { FileSpreadsheet } from 'lucide-react'
import type { GuideStep } from '#shared/onboarding/guide.ts'
import { callCore } from '../actions/counter.ts'
import { Button } from '../kit/button.tsx'
import { ExampleShelves } from '../kit/example-shelves.tsx'
import { Notice } from '../kit/notice.tsx'
import { SectionFrame } from '../kit/section.tsx'
import { EmissionCard } from '../settings/emission-card.tsx'
import { ServiceCard } from '../settings/service-card.tsx'
import { ShopCard } from '../settings/shop-card.tsx'
import { useUi } from '../stores/till-ui.ts'
import type { StepContentProps } from './step-props.ts'
import { OwnerStep } from './owner-step.tsx'
import { TrialStep } from './trial-step.tsx'
import { PrinterStep } from './printer-step.tsx'
import styles from './guide.module.css'

export const STEP_CONTENTS: Readonly<Record<GuideStep, ComponentType<StepContentProps>>> = {
  shop: ({ settings, staff }) => <ShopCard {...{ settings, staff }} />,
  service: ({ settings, staff }) => <ServiceCard {...{ settings, staff }} isGuided />,
  emission: ({ settings }) => <EmissionCard settings={settings} />,
  printer: PrinterStep,
  owner: OwnerStep,
  catalogue: CatalogueStep,
  shift: ShiftStep,
  trial: TrialStep,
}

function CatalogueStep({ view, onDone }: StepContentProps) {
  const ui = useUi()
  const { t } = useTranslation()
  return (
    <SectionFrame title={t('guide.names.catalogue')}>
      {view.productCount > 0 && (
        <Notice tone="good" testId="guide-products">
          {t('guide.products', { count: view.productCount })}
        </Notice>
      )}
      <p className={styles.big}>
        <Button
          variant="primary"
          size="large"
          onPress={() => ui.screen.getState().open({ kind: 'import-goods' })}
          data-testid="guide-import"
        >
          <FileSpreadsheet size={22} aria-hidden="true" />
          {t('guide.import')}
        </Button>
      </p>
      <ExampleShelves onAdded={onDone} />
    </SectionFrame>
  )
}

function ShiftStep({ onDone }: StepContentProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const choose = (usesShifts: boolean) => {
    setBusy(true)
    void callCore(ui, ui.settings.getState().save({ usesShifts })).then((refused) => {
      setBusy(false)
      if (refused === null && ui.status.getState().link !== 'down') onDone()
    })
  }
  return (
    <SectionFrame title={t('guide.names.shift')}>
      <p className={styles.big}>
        <Button
          size="large"
          isDisabled={isBusy}
          onPress={() => choose(false)}
          data-testid="guide-no-shifts"
        >
          {t('guide.withoutShifts')}
        </Button>
        <Button
          size="large"
          isDisabled={isBusy}
          onPress={() => choose(true)}
          data-testid="guide-shifts"
        >
          {t('guide.withShifts')}
        </Button>
      </p>
    </SectionFrame>
  )
}
