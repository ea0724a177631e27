/** Finds a setting by any word for it, in the languages the screen has, and leads to it. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGE_IDS } from '#shared/languages/languages.ts'
import { keyOf } from '../actions/registry.ts'
import { Field } from '../components/field.tsx'
import { Notice } from '../components/notice.tsx'
import { packOf } from '../i18n/texts.ts'
import { useUi } from '../stores/till-ui.ts'
import { ENTRIES, type Entry } from './entries.ts'
import { findSettings, SEARCH_CHARS_MAX } from './find-setting.ts'
import type { Section } from './sections.tsx'
import { afterUnsaved } from './unsaved-dialog.tsx'
import styles from './settings.module.css'

export function SettingsSearch({ open }: { readonly open: readonly Section[] }) {
  const ui = useUi()
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const titles = new Map(open.map(({ id, title }) => [id, t(title)]))
  const found = findSettings(
    ENTRIES.filter(({ section }) => titles.has(section)).map((entry) => ({
      id: entry,
      name: t(entry.name),
      section: titles.get(entry.section) ?? '',
      words: LANGUAGE_IDS.map((id) => packOf(id).settingsPlace.words[entry.id]).join(),
    })),
    typed,
  )
  const show = ({ section, name }: Entry) =>
    afterUnsaved(ui, () => {
      setTyped('')
      ui.settings.setState({ section, pointsAt: t(name) })
    })
  return (
    <search>
      <form
        noValidate
        className={styles.index}
        onSubmit={(event) => {
          event.preventDefault()
          if (found[0] !== undefined) show(found[0])
        }}
      >
        <Field
          label={t('settingsPlace.search')}
          value={typed}
          onChange={setTyped}
          placeholder={t('settingsPlace.hint')}
          maxLength={SEARCH_CHARS_MAX}
          focusName="settings"
          keyName={keyOf('searchSettings')}
          testId="settings-search"
        />
        <p role="status" className="visually-hidden">
          {typed.trim() !== '' && t('settingsPlace.found', { count: found.length })}
        </p>
        {typed.trim() !== '' && found.length === 0 && (
          <Notice tone="plain" testId="settings-found-none">
            {t('settingsPlace.none')}
          </Notice>
        )}
        {found.length > 0 && (
          <ul className={styles.found} data-testid="settings-found">
            {found.map((entry) => (
              <li key={entry.id}>
                <button
                  type="button"
                  className={styles.indexItem}
                  data-testid={`settings-find-${entry.id}`}
                  onClick={() => show(entry)}
                >
                  <span className={styles.foundName}>
                    {t(entry.name)}
                    <span className={styles.printerMeta}>{titles.get(entry.section)}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </form>
    </search>
  )
}
