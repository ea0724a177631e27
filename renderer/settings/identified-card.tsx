import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FileDown } from 'lucide-react'
import { refusal } from '#shared/languages/refusals.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { formatRut, type Rut } from '#shared/rut/rut.ts'
import { buyerLimitOf, SOURCE_CHARS_MAX } from '#shared/selling/sale/buyer-limit.ts'
import type { IdentifiedSales } from '#shared/selling/sale/identified-sales.ts'
import { printDate } from '#shared/time/calendar.ts'
import { callCore } from '../actions/counter.ts'
import { useUi } from '../stores/till-ui.ts'
import { browserYear } from '../bridge/clock.ts'
import { Button } from '../kit/button.tsx'
import { Segments } from '../kit/choices.tsx'
import { Field } from '../kit/field.tsx'
import { Notice } from '../kit/notice.tsx'
import { offer } from '../kit/save-pdf.tsx'
import { InvoicePurpose } from './invoice-purpose.tsx'
import { SectionForm, SectionFrame, useDraft } from '../kit/section.tsx'
import styles from './settings.module.css'
import type { SectionProps } from '../kit/section-props.ts'

/** From which total on the law wants the buyer named, and the sales that reached it. */
export function IdentifiedCard({ settings, staff }: SectionProps) {
  const { t } = useTranslation()
  if (!staff.mayChangeSettings)
    return (
      <SectionFrame title={t('identified.title')}>
        <Register />
      </SectionFrame>
    )
  return <IdentifiedForm settings={settings} />
}

function IdentifiedForm({ settings }: Pick<SectionProps, 'settings'>) {
  const { buyerLimits, asksPurpose } = settings
  const ui = useUi()
  const { t } = useTranslation()
  const thisYear = browserYear()
  const known = buyerLimits.find(({ year }) => year === thisYear)
  const stored = {
    typed: known === undefined ? '' : String(known.limitClp),
    source: known?.source ?? '',
    asksPurpose,
  }
  const draft = useDraft(stored, async (changed, { typed, source }) => {
    const isOfLimit = changed.typed !== undefined || changed.source !== undefined
    // A source without its figure is no figure.
    if (isOfLimit && typed === '') return refusal('LIMIT_YEARS_NOT_VALID', 'buyerLimits')
    const limit = { year: thisYear, limitClp: Number(typed), source: source.trim() }
    const others = buyerLimits.filter(({ year }) => year !== thisYear)
    const refused = await ui.settings
      .getState()
      .save({
        ...(isOfLimit ? { buyerLimits: [...others, limit] } : {}),
        ...(changed.asksPurpose === undefined ? {} : { asksPurpose: changed.asksPurpose }),
      })
    if (refused === null) await ui.status.getState().reloadBootstrap()
    return refused
  })
  const { typed, source } = draft.value
  const inUse = formatClp(buyerLimitOf(buyerLimits, thisYear))
  return (
    <SectionForm draft={draft} title={t('identified.title')} ownFields={['buyerLimits', 'source']}>
      <Field
        label={t('identified.limit', { year: thisYear })}
        inputMode="numeric"
        maxLength={16}
        testId="buyer-limit"
        placeholder={inUse}
        value={typed === '' ? '' : formatClp(clp(Number(typed)))}
        onChange={(text) => draft.change({ typed: text.replace(/\D/g, '').slice(0, 11) })}
        hint={t(known === undefined ? 'identified.limitMissing' : 'identified.limitHint', {
          year: thisYear,
          amount: inUse,
        })}
        refusal={draft.at('buyerLimits')}
      />
      <Field
        label={t('identified.source')}
        hint={t('identified.sourceHint')}
        value={source}
        maxLength={SOURCE_CHARS_MAX}
        testId="buyer-limit-source"
        refusal={draft.at('source')}
        onChange={(text) => draft.change({ source: text })}
      />
      <InvoicePurpose
        isAsked={draft.value.asksPurpose}
        onChange={(isAsked) => draft.change({ asksPurpose: isAsked })}
      />
      <Register />
    </SectionForm>
  )
}

/** What the law wants listed: date, RUT and amount. */
function Register() {
  const ui = useUi()
  const { t } = useTranslation()
  const thisYear = browserYear()
  // In January somebody asks for the year that has just ended.
  const [year, setYear] = useState(thisYear)
  const [register, setRegister] = useState<IdentifiedSales | null>(null)
  useEffect(() => {
    let isGone = false
    void callCore(ui, ui.port.identifiedSales({ year })).then((found) => {
      if (!isGone && found?.ok === true) setRegister(found.value)
    })
    return () => {
      isGone = true
    }
  }, [ui, year])
  const save = async () => {
    const file = await callCore(ui, ui.port.identifiedSalesFile({ year }))
    if (file?.ok === true)
      offer(new Blob([file.value.text], { type: 'text/csv;charset=utf-8' }), file.value.fileName)
  }
  if (register === null) return <Notice tone="plain">{t('common.loading')}</Notice>
  const { rows, limitClp } = register
  return (
    <div className={styles.stack}>
      <div className={styles.registerHead}>
        <Segments
          label={t('identified.registerOf')}
          value={String(year)}
          onChange={(chosen) => setYear(Number(chosen))}
          options={[thisYear, thisYear - 1].map((each) => ({
            value: String(each),
            label: t('identified.register', { year: each }),
          }))}
        />
        <Button onPress={() => void save()} data-testid="save-register">
          <FileDown size={19} aria-hidden="true" />
          {t('identified.csv')}
        </Button>
      </div>
      {rows.length === 0 && (
        <Notice tone="plain" testId="register-empty">
          {t('identified.none', { year, amount: formatClp(limitClp) })}
        </Notice>
      )}
      {rows.length > 0 && (
        <table className={styles.register} data-testid="identified-sales">
          <thead>
            <tr>
              <th scope="col">{t('identified.date')}</th>
              <th scope="col">{t('identified.buyer')}</th>
              <th scope="col">{t('identified.amount')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ saleId, date, rut, legalName, totalClp }) => (
              <tr key={saleId}>
                <td>{printDate(date)}</td>
                <td>
                  {formatRut(rut as Rut)} · {legalName}
                </td>
                <td>{formatClp(totalClp)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
