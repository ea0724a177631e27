import { useTranslation } from 'react-i18next'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import { EMISSION_MODELS, type EmissionModel } from '#shared/payment/emission.ts'
import { printDate } from '#shared/time/calendar.ts'
import { useUi } from '../stores/till-ui.ts'
import { Notice } from '../components/notice.tsx'
import { SectionForm, useDraft } from './section.tsx'
import type { SectionProps } from './section-props.ts'
import styles from './settings.module.css'

/**
 * What the shop declared to the tax authority, with what each answer means at the drawer: in the
 * settings and in the first start.
 */
export function EmissionCard({ settings: { emission } }: Pick<SectionProps, 'settings'>) {
  const ui = useUi()
  const { t } = useTranslation()
  const stored: { readonly model: EmissionModel | null } = { model: emission?.model ?? null }
  const draft = useDraft(stored, async (_, { model }) =>
    model === null ? null : ui.settings.getState().save({ emissionModel: model }),
  )
  return (
    <SectionForm draft={draft} title={t('emission.title')} lead={t('emission.lead')}>
      <RadioGroup
        className={styles.printers ?? ''}
        value={draft.value.model}
        onChange={(model) => draft.change({ model: model as EmissionModel })}
      >
        <Label>{t('emission.question')}</Label>
        {EMISSION_MODELS.map((model) => (
          <Radio
            key={model}
            value={model}
            className={styles.answer ?? ''}
            data-testid={`emission-${model}`}
          >
            <span className={styles.printerName}>{t(`emission.models.${model}`)}</span>
            <span className={styles.printerMeta}>{t(`emission.means.${model}`)}</span>
          </Radio>
        ))}
      </RadioGroup>
      <Notice tone="info">{t('emission.advice')}</Notice>
      {emission !== null && (
        <p data-testid="emission-since">
          {t('emission.since', { date: printDate(emission.since) })}
        </p>
      )}
    </SectionForm>
  )
}
