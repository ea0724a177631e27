/** Finds a setting by any word for it, in the languages the screen has, and leads to it. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { LANGUAGE_IDS } from '#shared/languages/languages.ts'
import { keyOf } from '../actions/registry.ts'
import { Field } from '../kit/field.tsx'
import { Notice } from '../kit/notice.tsx'
import { packOf } from '../i18n/texts.ts'
import { useUi, type TillUi } from '../stores/till-ui.ts'
import { ENTRIES, type Entry, type Outside } from './entries.ts'
import { findSettings, SEARCH_CHARS_MAX } from '../kit/find-setting.ts'
import { SECTION_TITLES } from './section-titles.ts'
import type { Section } from './sections.tsx'
import { afterUnsaved } from '../kit/unsaved-dialog.tsx'
import styles from './settings.module.css'

export function SettingsSearch({ open }: { readonly open: readonly Section[] }) {
  const ui = useUi()
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const rights = useStore(ui.staff, ({ staff }) => staff?.rights)
  const titles = new Map<Entry['section'], string>()
  for (const { id } of open) titles.set(id, t(SECTION_TITLES[id]))
  for (const [place, { title, right }] of OUTSIDES)
    if (rights?.[right] === true) titles.set(place, t(title))
  const found = findSettings(
    ENTRIES.filter(({ section }) => titles.has(section)).map((entry) => ({
      id: entry,
      name: t(entry.name),
      section: titles.get(entry.section) ?? '',
      words: LANGUAGE_IDS.map((id) => packOf(id).settingsPlace.words[entry.id]).join(),
    })),
    typed,
  )
  const show = (entry: Entry) => leadTo(ui, entry, t(entry.name), () => setTyped(''))
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
          isLabelHidden
          value={typed}
          onChange={setTyped}
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

interface Elsewhere {
  readonly title: 'goods.title' | 'reports.title'
  /** Who may not do it there is not led there. */
  readonly right: 'editCatalogue' | 'promotions' | 'readReports'
  readonly lead: (ui: TillUi) => void
}

const OUTSIDE: Readonly<Record<Outside, Elsewhere>> = {
  goods: {
    title: 'goods.title',
    right: 'editCatalogue',
    lead: (ui) => ui.screen.getState().go('goods'),
  },
  prices: {
    title: 'goods.title',
    right: 'promotions',
    lead(ui) {
      ui.screen.getState().go('goods')
      ui.screen.getState().open({ kind: 'price-lists' })
    },
  },
  reports: {
    title: 'reports.title',
    right: 'readReports',
    lead(ui) {
      ui.reports.setState({ part: 'totals' })
      ui.screen.getState().go('reports')
    },
  },
}
const OUTSIDES = Object.entries(OUTSIDE) as readonly (readonly [Outside, Elsewhere])[]
const isOutside = (section: Entry['section']): section is Outside => Object.hasOwn(OUTSIDE, section)

/** What is looked for among the settings and kept elsewhere is led to all the same. */
function leadTo(ui: TillUi, entry: Entry, name: string, onGone: () => void): void {
  const { section, isPressed } = entry
  afterUnsaved(ui, () => {
    onGone()
    if (isOutside(section)) OUTSIDE[section].lead(ui)
    else ui.settings.setState({ section, pointsAt: { to: name, isPressed } })
  })
}
