import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { LANGUAGES } from '#shared/languages/languages.ts'
import { useUi } from '../stores/till-ui.ts'
import { Segments, Switch } from '../kit/choices.tsx'
import { RefusalNotice } from '../kit/notice.tsx'
import { useSending } from '../kit/use-sending.ts'
import { SectionFrame } from '../kit/section.tsx'
import type { SectionProps } from '../kit/section-props.ts'
import styles from './settings.module.css'

/** Words and colours: seen at once, so there is nothing to save. */
export function AppearanceCard({ settings, staff }: SectionProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const language = useStore(ui.settings, (state) => state.language)
  const theme = useStore(ui.settings, (state) => state.theme)
  const { setLanguage, setTheme } = ui.settings.getState()
  return (
    <SectionFrame title={t('settings.appearance')} lead={t('settings.appearanceLead')}>
      <Segments
        label={t('settings.language')}
        value={language}
        onChange={setLanguage}
        options={LANGUAGES.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Segments
        label={t('settings.theme')}
        value={theme}
        onChange={setTheme}
        options={[
          { value: 'system', label: t('settings.themeSystem') },
          { value: 'light', label: t('settings.themeLight') },
          { value: 'dark', label: t('settings.themeDark') },
        ]}
      />
      {staff.mayChangeSettings && <TileStock isOn={settings.tilesShowStock} />}
    </SectionFrame>
  )
}

/** The shop's, on every screen of it: its owner's to say. */
function TileStock({ isOn }: { readonly isOn: boolean }) {
  const ui = useUi()
  const { t } = useTranslation()
  const { problem, isBusy, send } = useSending()
  const change = (tilesShowStock: boolean) =>
    void send(() => ui.settings.getState().save({ tilesShowStock }))
  return (
    <div data-testid="tiles-show-stock">
      <Switch isSelected={isOn} isDisabled={isBusy} onChange={change}>
        {t('settings.tilesShowStock')}
      </Switch>
      <p className={styles.lead}>{t('settings.tilesShowStockLead')}</p>
      <RefusalNotice refusal={problem} />
    </div>
  )
}
