import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { SettingsView } from '#shared/bridge/views.ts'
import { useUi } from '../app/till-ui.ts'
import { Button } from '../components/button.tsx'
import { Switch } from '../components/choices.tsx'
import { Field } from '../components/field.tsx'
import { Notice, Tag } from '../components/notice.tsx'
import { useRefusalText } from '../components/use-texts.ts'
import type { SettingsChange } from '../stores/settings-store.ts'
import settingsStyles from '../settings/settings.module.css'
import { digits, shownClp } from './opening-form.tsx'
import { numberIn } from './shift-store.ts'

type ShiftSetting = 'usesShifts' | 'countsBlind' | 'differenceLimitClp'

/** Whether this shop works in shifts at all, and how strictly it counts. */
export function ShiftCard({ settings }: { readonly settings: SettingsView }) {
  const ui = useUi()
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const troubles = useStore(ui.settings, (state) => state.troubles)
  const saved = useStore(ui.settings, (state) => state.savedField)
  const [limit, setLimit] = useState(String(settings.differenceLimitClp))
  const save = <Field_ extends ShiftSetting>(field: Field_, value: SettingsChange[Field_]) => {
    ui.settings.getState().save(field, value).catch(() => ui.status.setState({ link: 'down' }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save('differenceLimitClp', numberIn(limit))
  }
  const trouble = troubles['usesShifts'] ?? troubles['countsBlind']
  return (
    <section className={settingsStyles.card} aria-labelledby="settings-shifts">
      <h2 id="settings-shifts" tabIndex={-1} className={settingsStyles.cardTitle}>{t('shiftSettings.title')}</h2>
      <Switch isSelected={settings.usesShifts} onChange={(isOn) => save('usesShifts', isOn)}>{t('shiftSettings.usesShifts')}</Switch>
      {settings.usesShifts && (
        <>
          <Switch isSelected={settings.countsBlind} onChange={(isOn) => save('countsBlind', isOn)}>{t('shiftSettings.countsBlind')}</Switch>
          <form className={settingsStyles.withButton} noValidate onSubmit={submit}>
            <Field
              label={t('shiftSettings.limit')} value={shownClp(limit)} onChange={(text) => setLimit(digits(text))} hint={t('shiftSettings.limitHint')}
              inputMode="numeric" refusal={troubles['differenceLimitClp']} testId="difference-limit"
            />
            <Button type="submit" isDisabled={limit === String(settings.differenceLimitClp)}>{t('common.save')}</Button>
            {saved === 'differenceLimitClp' && <span role="status"><Tag tone="good">{t('common.saved')}</Tag></span>}
          </form>
        </>
      )}
      {trouble && <Notice tone="bad" testId="shift-settings-trouble">{refusalText(trouble)}</Notice>}
    </section>
  )
}
