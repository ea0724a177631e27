import { useEffect, useState } from 'react'
import { I18nProvider } from 'react-aria-components'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { i18n as I18n } from 'i18next'
import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { PaymentScreen } from '../payment/payment-screen.tsx'
import { ReceiptsScreen } from '../receipts/receipts-screen.tsx'
import { ResultScreen } from '../result/result-screen.tsx'
import { ReturnScreen } from '../returns/return-screen.tsx'
import { ReturnedScreen } from '../returns/returned-screen.tsx'
import { SaleScreen } from '../sale/sale-screen.tsx'
import { SettingsScreen } from '../settings/settings-screen.tsx'
import { Dialogs } from './dialogs.tsx'
import { lockWhenIdle } from '../staff/auto-lock.ts'
import { askBeforeClosing } from './closing.ts'
import { Rail } from './rail.tsx'
import { StatusBar } from './status-bar.tsx'
import { startTillUi, TillUiContext, useUi, type TillUi } from './till-ui.ts'
import { useTheme } from './theme.ts'
import { listenToKeys } from './window-keys.ts'
import styles from './app.module.css'

export function App({ ui, texts }: { readonly ui: TillUi; readonly texts: I18n }) {
  const language = useStore(ui.settings, (state) => state.language)
  const theme = useStore(ui.settings, (state) => state.theme)
  useTheme(theme)
  useEffect(() => startTillUi(ui), [ui])
  useEffect(() => listenToKeys(ui, window), [ui])
  useEffect(() => lockWhenIdle(ui, window), [ui])
  useEffect(() => askBeforeClosing(ui, window), [ui])
  useEffect(() => {
    void texts.changeLanguage(language)
    document.documentElement.lang = language === 'es' ? 'es-CL' : 'en'
  }, [texts, language])
  return (
    <I18nextProvider i18n={texts}>
      <I18nProvider locale={language === 'es' ? 'es-CL' : 'en-US'}>
        <TillUiContext value={ui}>
          <div className={styles.shell}>
            <Rail />
            <Banner />
            <div className={styles.stage}><CurrentScreen /></div>
            <StatusBar />
          </div>
          <Dialogs />
        </TillUiContext>
      </I18nProvider>
    </I18nextProvider>
  )
}

function CurrentScreen() {
  const ui = useUi()
  const screen = useStore(ui.screen, (state) => state.screen)
  switch (screen) {
    case 'sale':
      return <SaleScreen />
    case 'payment':
      return <PaymentScreen />
    case 'result':
      return <ResultScreen />
    case 'receipts':
      return <ReceiptsScreen />
    case 'return':
      return <ReturnScreen />
    case 'returned':
      return <ReturnedScreen />
    case 'settings':
      return <SettingsScreen />
  }
}

/** A blink of the link is nobody's business; a core that stays away is. */
const LINK_PATIENCE_MS = 1_500

function Banner() {
  const ui = useUi()
  const { t } = useTranslation()
  const isDown = useStore(ui.status, (state) => state.link === 'down')
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isDown) return setLong(false)
    const timer = setTimeout(() => setLong(true), LINK_PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isDown])
  if (!isDown || !isLong) return null
  return (
    <div className={styles.banner}>
      <Notice tone="bad" testId="core-down">
        <span>{t('status.coreDown')}</span>
        <Button onPress={() => location.reload()}>{t('status.reload')}</Button>
      </Notice>
    </div>
  )
}
