import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { LANGUAGES } from '#shared/languages/languages.ts'
import { useUi } from '../stores/till-ui.ts'
import { Segments } from '../components/choices.tsx'
import { SectionFrame } from './section.tsx'

/** Words and colours: seen at once, so there is nothing to save. */
export function AppearanceCard() {
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
    </SectionFrame>
  )
}
