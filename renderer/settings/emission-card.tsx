import { useTranslation } from 'react-i18next'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import {
  EMISSION_MODELS,
  EXEMPT_SHARES,
  type EmissionModel,
  type ExemptShare,
} from '#shared/selling/payment/emission.ts'
import { printDate } from '#shared/time/calendar.ts'
import { useUi } from '../stores/till-ui.ts'
import { Notice } from '../kit/notice.tsx'
import { SectionForm, useDraft, type Draft } from '../kit/section.tsx'
import type { SectionProps } from '../kit/section-props.ts'
import styles from './settings.module.css'

interface Answers {
  readonly model: EmissionModel | null
  readonly exemptShare: ExemptShare
}

const withoutModel = ({ model: _, ...changed }: Partial<Answers>) => changed

/**
 * What the shop declared to the tax authority, with what each answer means at the drawer: in the
 * settings and in the first start.
 */
export function EmissionCard({
  settings: { emission, exemptShare },
}: Pick<SectionProps, 'settings'>) {
  const ui = useUi()
  const { t } = useTranslation()
  const stored: Answers = { model: emission?.model ?? null, exemptShare }
  const draft = useDraft(stored, async (changed, { model }) =>
    model === null
      ? null
      : ui.settings.getState().save({ ...withoutModel(changed), emissionModel: model }),
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
      {emission?.model === 'card-voucher' && draft.value.model === 'card-voucher' && (
        <ExemptShares draft={draft} />
      )}
      {emission !== null && (
        <p data-testid="emission-since">
          {t('emission.since', { date: printDate(emission.since) })}
        </p>
      )}
    </SectionForm>
  )
}

/** Where a voucher documents a part of a sale; in no first start, which has no such sale yet. */
function ExemptShares({ draft }: { readonly draft: Draft<Answers> }) {
  const { t } = useTranslation()
  return (
    <>
      <RadioGroup
        className={styles.printers ?? ''}
        value={draft.value.exemptShare}
        onChange={(share) => draft.change({ exemptShare: share as ExemptShare })}
      >
        <Label>{t('emission.exempt.question')}</Label>
        {EXEMPT_SHARES.map((share) => (
          <Radio
            key={share}
            value={share}
            className={styles.answer ?? ''}
            data-testid={`exempt-${share}`}
          >
            <span className={styles.printerName}>{t(`emission.exempt.shares.${share}`)}</span>
            <span className={styles.printerMeta}>{t(`emission.exempt.means.${share}`)}</span>
          </Radio>
        ))}
      </RadioGroup>
      <Notice tone="info">{t('emission.exempt.advice')}</Notice>
    </>
  )
}
