/**
 * Under a part of the settings: when each of its settings was changed last, by whom, what it was,
 * and the way back to the value a till begins with.
 */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RotateCcw } from 'lucide-react'
import type { SettingsView } from '#shared/settings/views.ts'
import {
  changeBack,
  lastChangeOf,
  type Defaults,
  type SettingChange,
  type SettingsHistory,
} from '#shared/settings/history.ts'
import { printDate } from '#shared/time/calendar.ts'
import { santiagoDate, santiagoTime } from '#shared/time/santiago.ts'
import { callCore } from '../actions/counter.ts'
import { Button } from '../kit/button.tsx'
import { Fold } from '../kit/fold.tsx'
import { useUi, type TillUi } from '../stores/till-ui.ts'
import { ENTRIES, type Entry } from './entries.ts'
import { PutBackDialog } from './put-back-dialog.tsx'
import type { SectionId } from './section-ids.ts'
import { valueWords } from './value-words.ts'
import styles from './settings.module.css'

interface Told {
  readonly entry: Entry
  readonly last: SettingChange | null
  readonly back: Partial<Defaults> | null
}

export function SettingHistory({
  section,
  settings,
}: {
  readonly section: SectionId
  readonly settings: SettingsView
}) {
  const { t } = useTranslation()
  const history = useHistory(settings)
  const [asked, setAsked] = useState<Told | null>(null)
  const told = history === null ? [] : toldOf(section, settings, history)
  if (told.length === 0) return null
  return (
    <section className={styles.history} aria-label={t('settingsPlace.history')}>
      <Fold title={t('settingsPlace.history')} testId="settings-history">
        <ul className={styles.changes}>
          {told.map((each) => (
            <Row key={each.entry.id} told={each} onBack={() => setAsked(each)} />
          ))}
        </ul>
      </Fold>
      {asked?.back != null && (
        <PutBackDialog
          name={t(asked.entry.name)}
          change={asked.back}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}

function Row({ told, onBack }: { readonly told: Told; readonly onBack: () => void }) {
  const { t } = useTranslation()
  const { entry, last, back } = told
  const name = t(entry.name)
  return (
    <li className={styles.change}>
      <div>
        <strong>{name}</strong>
        {last !== null && (
          <p className={styles.printerMeta} data-testid={`changed-${entry.id}`}>
            {t('settingsPlace.changed', {
              date: printDate(santiagoDate(last.at)),
              time: santiagoTime(last.at).slice(0, 5),
              name: last.staffName,
            })}
            {last.approverName !== null &&
              ` ${t('settingsPlace.approved', { name: last.approverName })}`}
            {'. '}
            {t('settingsPlace.was', { value: valueWords(t, last.what, last.from) })}
          </p>
        )}
      </div>
      {back !== null && (
        <Button
          variant="quiet"
          onPress={onBack}
          aria-label={t('settingsPlace.putBackOf', { name })}
          data-testid={`put-back-${entry.id}`}
        >
          <RotateCcw size={18} aria-hidden="true" />
          {t('settingsPlace.putBack')}
        </Button>
      )}
    </li>
  )
}

function toldOf(
  section: SectionId,
  settings: SettingsView,
  { changes, defaults }: SettingsHistory,
): readonly Told[] {
  return ENTRIES.filter((entry) => entry.section === section && entry.fields.length > 0)
    .map((entry) => ({
      entry,
      last: lastChangeOf(entry.fields, changes),
      back: changeBack(entry.fields, settings, defaults),
    }))
    .filter(({ last, back }) => last !== null || back !== null)
}

/** Read anew with every change of the settings. */
function useHistory(settings: SettingsView): SettingsHistory | null {
  const ui: TillUi = useUi()
  const [history, setHistory] = useState<SettingsHistory | null>(null)
  useEffect(() => {
    let isGone = false
    void callCore(ui, ui.port.settingsHistory()).then((answer) => {
      if (!isGone && answer?.ok === true) setHistory(answer.value)
    })
    return () => {
      isGone = true
    }
  }, [ui, settings])
  return history
}
