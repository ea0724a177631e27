import { Suspense, useEffect, useState, type ComponentType } from 'react'
import { I18nProvider } from 'react-aria-components'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { i18n as I18n } from 'i18next'
import { localeOf } from '#shared/languages/languages.ts'
import { Button } from '../kit/button.tsx'
import { Notice } from '../kit/notice.tsx'
import { ElsewhereScreen } from '../sale/elsewhere-screen.tsx'
import { SaleScreen } from '../sale/sale-screen.tsx'
import { followCards } from '../actions/card-actions.ts'
import { lockWhenIdle } from '../actions/auto-lock.ts'
import type { Screen } from '../stores/screen-store.ts'
import { isLocked } from '../stores/staff-store.ts'
import { askBeforeClosing } from './closing.ts'
import {
  CardBanner,
  CustomersScreen,
  Dialogs,
  GoodsScreen,
  GuideScreen,
  PaymentScreen,
  preloadParts,
  ReceiptsScreen,
  ReportsScreen,
  ResultScreen,
  ReturnedScreen,
  ReturnScreen,
  SettingsScreen,
  ShiftScreen,
} from './later-parts.ts'
import { callCore } from '../actions/counter.ts'
import { PracticeBanner } from './practice-banner.tsx'
import { Rail } from './rail.tsx'
import { beginGuide } from '../actions/guide-actions.ts'
import { showGuideFirst } from './show-guide.ts'
import { showKeysOnceUsed } from './shown-keys.ts'
import { StatusBar } from './status-bar.tsx'
import { startTillUi, TillUiContext, useUi, type TillUi } from '../stores/till-ui.ts'
import { followAddress } from '../settings/use-address.ts'
import { useTheme } from './theme.ts'
import { listenToKeys } from './window-keys.ts'
import styles from './app.module.css'

export function App({ ui, texts }: { readonly ui: TillUi; readonly texts: I18n }) {
  const language = useStore(ui.settings, (state) => state.language)
  const theme = useStore(ui.settings, (state) => state.theme)
  useTheme(theme)
  useEffect(() => startTillUi(ui), [ui])
  useEffect(() => followCards(ui), [ui])
  useEffect(() => showKeysOnceUsed(ui, window), [ui])
  useEffect(() => listenToKeys(ui, window), [ui])
  useEffect(() => afterFirstPicture(ui, () => void preloadParts()), [ui])
  useEffect(() => lockWhenIdle(ui, window), [ui])
  useEffect(() => askBeforeClosing(ui, window), [ui])
  useEffect(() => showGuideFirst(ui), [ui])
  useEffect(() => followAddress(ui, window), [ui])
  useEffect(() => {
    void texts.changeLanguage(language)
    document.documentElement.lang = localeOf(language)
  }, [texts, language])
  return (
    <I18nextProvider i18n={texts}>
      <I18nProvider locale={localeOf(language)}>
        <TillUiContext value={ui}>
          <div className={styles.shell}>
            <Rail />
            {ui.place === 'practice' ? <PracticeBanner /> : <Banner />}
            <Suspense>
              <CardBanner />
            </Suspense>
            <Stage />
            <StatusBar />
          </div>
          <DialogOnTop />
        </TillUiContext>
      </I18nProvider>
    </I18nextProvider>
  )
}

/** What stands on it is named, for whoever counts what has been seen. */
function Stage() {
  const ui = useUi()
  const screen = useStore(ui.screen, (state) => state.screen)
  const dialog = useStore(ui.screen, (state) => state.dialog?.kind)
  return (
    <div className={styles.stage} data-screen={screen} data-dialog={dialog}>
      <Suspense>
        <CurrentScreen />
      </Suspense>
    </div>
  )
}

/** Not before there is one: its file is none of the first picture. */
function DialogOnTop() {
  const ui = useUi()
  const isOpen = useStore(ui.screen, ({ dialog }) => dialog !== null)
  const isCounterLocked = useStore(ui.staff, isLocked)
  return isOpen || isCounterLocked ? (
    <Suspense>
      <Dialogs />
    </Suspense>
  ) : null
}

/** Once the products stand on the screen, or turn out not to come. Returns how to call it off. */
function afterFirstPicture(ui: TillUi, action: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    if (timer === undefined && ui.catalogue.getState().phase !== 'loading')
      timer = setTimeout(action, 0)
  }
  const stop = ui.catalogue.subscribe(look)
  look()
  return () => {
    stop()
    clearTimeout(timer)
  }
}

const SCREENS: Readonly<Record<Screen, ComponentType>> = {
  sale: SaleScreen,
  payment: PaymentScreen,
  result: ResultScreen,
  receipts: ReceiptsScreen,
  return: ReturnScreen,
  returned: ReturnedScreen,
  shift: ShiftScreen,
  goods: GoodsScreen,
  customers: CustomersScreen,
  reports: ReportsScreen,
  settings: SettingsScreen,
  guide: GuideScreen,
}

function CurrentScreen() {
  const ui = useUi()
  const screen = useStore(ui.screen, (state) => state.screen)
  const isElsewhere = useStore(ui.cart, (state) => state.hold === 'elsewhere')
  if (isElsewhere && (screen === 'sale' || screen === 'payment')) return <ElsewhereScreen />
  const Shown = SCREENS[screen]
  return <Shown />
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
  const isResting = useStore(ui.status, ({ status }) => (status?.rest ?? null) !== null)
  const isInDoubt = useStore(ui.status, ({ status }) => (status?.doubt ?? null) !== null)
  if (!isDown && isResting) return <AtRest />
  if (!isDown && isInDoubt) return <InDoubt />
  if (!isDown || !isLong) return <NotSellingYet />
  return (
    <div className={styles.banner}>
      <Notice tone="bad" testId="core-down">
        <span>{t('status.coreDown')}</span>
        <Button onPress={() => location.reload()}>{t('status.reload')}</Button>
      </Notice>
    </div>
  )
}

const SECTION_OF_STEP = {
  shop: 'shop',
  address: 'service',
  key: 'service',
  test: 'service',
  emission: 'emission',
} as const

function showSettings(
  ui: TillUi,
  section: 'support' | (typeof SECTION_OF_STEP)[keyof typeof SECTION_OF_STEP],
): void {
  ui.settings.setState({ section })
  ui.screen.getState().go('settings')
}

/** On every screen of a till that left for another computer, and the way back. */
function AtRest() {
  const ui = useUi()
  const { t } = useTranslation()
  return (
    <div className={styles.banner}>
      <Notice tone="bad" testId="at-rest">
        <span>{t('support.moveBanner')}</span>
        <Button onPress={() => showSettings(ui, 'support')} data-testid="at-rest-support">
          {t('support.title')}
        </Button>
      </Notice>
    </div>
  )
}

/** On every screen of a till that may be a copy, and where it is answered. */
function InDoubt() {
  const ui = useUi()
  const { t } = useTranslation()
  const doubt = useStore(ui.status, ({ status }) => status?.doubt ?? null)
  if (doubt === null) return null
  const why = t(`support.doubt.${doubt.reason}`)
  return (
    <div className={styles.banner}>
      <Notice tone="bad" testId="in-doubt">
        <span>
          {t(doubt.word === null ? 'support.doubtBanner' : 'support.doubtAnswered', { why })}
        </span>
        {doubt.word === null && (
          <Button onPress={() => showSettings(ui, 'support')} data-testid="in-doubt-answer">
            {t('support.doubtShow')}
          </Button>
        )}
      </Notice>
    </div>
  )
}

/** On every screen of a shop's till that cannot sell: what is missing first, and the way there. */
function NotSellingYet() {
  const ui = useUi()
  const { t } = useTranslation()
  const step = useStore(ui.status, ({ bootstrap }) => bootstrap?.missing[0])
  const isHere = useStore(ui.screen, ({ screen }) => screen === 'guide')
  if (step === undefined || isHere) return null
  // A shop that has been through its guide goes straight to the field.
  const complete = async () => {
    const guide = await callCore(ui, ui.port.guide())
    const isGuided = guide !== null && guide.phase !== 'done' && (await beginGuide(ui))
    if (!isGuided) showSettings(ui, SECTION_OF_STEP[step])
  }
  return (
    <div className={styles.banner}>
      <Notice tone="wait" testId="not-selling">
        <span>{t(`setUp.missing.${step}`)}</span>
        <div className={styles.bannerKeys}>
          <Button onPress={() => void complete()} data-testid="set-up-next">
            {t('setUp.go')}
          </Button>
          {step === 'shop' && (
            <Button onPress={() => showSettings(ui, 'support')} data-testid="bring-here">
              {t('setUp.bring')}
            </Button>
          )}
        </div>
      </Notice>
    </div>
  )
}
