import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { SettingsView } from '#shared/bridge/views.ts'
import { useUi } from '../app/till-ui.ts'
import { Button } from '../components/button.tsx'
import { Segments } from '../components/choices.tsx'
import { Field } from '../components/field.tsx'
import { EmptyState, Tag } from '../components/notice.tsx'
import type { SettingsChange } from '../stores/settings-store.ts'
import { PaymentCard } from './payment-card.tsx'
import { PrinterCard } from './printer-card.tsx'
import { ScaleCard } from './scale-card.tsx'
import { ShiftCard } from '../shifts/shift-settings.tsx'
import { ShopCard } from './shop-card.tsx'
import { StaffCard } from '../staff/staff-card.tsx'
import styles from './settings.module.css'
import { RefreshCw, WifiOff } from 'lucide-react'

export function SettingsScreen() {
  const ui = useUi()
  const { t } = useTranslation()
  const settings = useStore(ui.settings, (state) => state.settings)
  const phase = useStore(ui.settings, (state) => state.phase)
  useEffect(() => {
    void ui.settings.getState().load()
    void ui.settings.getState().lookForPrinters()
  }, [ui])
  return (
    <main className={styles.screen} tabIndex={-1}>
      <div className={styles.column}>
        <header className={styles.head}>
          <h1 className={styles.title}>{t('settings.title')}</h1>
          {settings && <Index />}
        </header>
        {phase === 'failed' && settings === null && (
          <EmptyState icon={<WifiOff size={30} />} title={t('settings.failed')}>
            <Button onPress={() => void ui.settings.getState().load()}><RefreshCw size={18} aria-hidden="true" />{t('common.tryAgain')}</Button>
          </EmptyState>
        )}
        <div className={styles.cards}>
          {settings && <PrinterCard settings={settings} />}
          {settings && <ServiceCard settings={settings} />}
          <ScreenCard settings={settings} />
          <ShopCard />
          <StaffCard />
          {settings && <PaymentCard settings={settings} />}
          {settings && <ShiftCard settings={settings} />}
          <ScaleCard />
        </div>
      </div>
    </main>
  )
}

const SECTIONS = [
  ['printer', 'settings.printer'], ['service', 'settings.service'], ['screen', 'settings.counter'], ['shop', 'settings.shop'],
  ['staff', 'staff.title'], ['payment', 'paymentSettings.title'], ['shifts', 'shiftSettings.title'],
  ['scale', 'scale.title'],
] as const

/** The way to a card that is below the edge of the screen. */
function Index() {
  const { t } = useTranslation()
  const show = (section: string) => {
    const heading = document.getElementById(`settings-${section}`)
    heading?.closest('section')?.scrollIntoView({ block: 'start' })
    // For the keyboard as well: the next Tab goes on inside the card.
    heading?.focus({ preventScroll: true })
  }
  return (
    <nav className={styles.index} aria-label={t('settings.index')}>
      {SECTIONS.map(([section, title]) => <Button key={section} look="quiet" onPress={() => show(section)}>{t(title)}</Button>)}
    </nav>
  )
}

function ServiceCard({ settings }: { readonly settings: SettingsView }) {
  const { t } = useTranslation()
  return (
    <section className={styles.card} aria-labelledby="settings-service">
      <h2 id="settings-service" tabIndex={-1} className={styles.cardTitle}>{t('settings.service')}</h2>
      <SavedField
        field="serviceUrl" stored={settings.serviceUrl ?? ''} label={t('settings.serviceUrl')} type="url"
        placeholder="https://" hint={t('settings.serviceUrlHint')} toValue={(text) => (text.trim() === '' ? null : text.trim())}
      />
      <SavedField
        field="apiKey" stored="" label={t('settings.apiKey')} type="password"
        placeholder={settings.apiKeyTail === null ? t('settings.noKey') : t('settings.keyTail', { tail: settings.apiKeyTail })}
        hint={t('settings.apiKeyHint')} toValue={(text) => text.trim()} isEmptyRefused
      />
    </section>
  )
}

function ScreenCard({ settings }: { readonly settings: SettingsView | null }) {
  const ui = useUi()
  const { t } = useTranslation()
  const { language, theme, setLanguage, setTheme } = useStore(ui.settings)
  return (
    <section className={styles.card} aria-labelledby="settings-screen">
      <h2 id="settings-screen" tabIndex={-1} className={styles.cardTitle}>{t('settings.counter')}</h2>
      {settings && (
        <SavedField
          field="cashierName" stored={settings.cashierName} label={t('settings.cashier')} hint={t('settings.cashierHint')}
          toValue={(text) => text.trim()} maxLength={40}
        />
      )}
      <Segments
        label={t('settings.language')} value={language} onChange={setLanguage}
        options={[{ value: 'es', label: 'Español' }, { value: 'en', label: 'English' }]}
      />
      <Segments
        label={t('settings.theme')} value={theme} onChange={setTheme}
        options={[
          { value: 'system', label: t('settings.themeSystem') },
          { value: 'light', label: t('settings.themeLight') },
          { value: 'dark', label: t('settings.themeDark') },
        ]}
      />
    </section>
  )
}

type TextSetting = 'serviceUrl' | 'apiKey' | 'cashierName'

/** A text setting with its own save button: nothing is stored by leaving a field. */
function SavedField<Field_ extends TextSetting>({ field, stored, toValue, isEmptyRefused = false, ...rest }: {
  readonly field: Field_
  readonly stored: string
  readonly label: string
  readonly hint: string
  readonly placeholder?: string
  readonly type?: 'text' | 'url' | 'password'
  readonly maxLength?: number
  readonly isEmptyRefused?: boolean
  readonly toValue: (text: string) => SettingsChange[Field_]
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const [text, setText] = useState(stored)
  const trouble = useStore(ui.settings, (state) => state.troubles[field])
  const isSaved = useStore(ui.settings, (state) => state.savedField === field)
  const save = async () => {
    const isTaken = await ui.settings.getState().save(field, toValue(text)).catch(() => {
      ui.status.setState({ link: 'down' })
      return false
    })
    if (isTaken && field === 'apiKey') setText('')
  }
  const isChanged = text !== stored && !(isEmptyRefused && text.trim() === '')
  return (
    <form className={styles.withButton} noValidate onSubmit={(event) => { event.preventDefault(); if (isChanged) void save() }}>
      <Field {...rest} value={text} onChange={setText} refusal={trouble} testId={`settings-${field}`} autoComplete={field === 'apiKey' ? 'new-password' : 'off'} />
      <Button type="submit" isDisabled={!isChanged}>{t('common.save')}</Button>
      {isSaved && <span role="status"><Tag tone="good">{t('common.saved')}</Tag></span>}
    </form>
  )
}
