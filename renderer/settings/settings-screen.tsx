import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { KeyRound } from 'lucide-react'
import type { StaffView } from '#shared/staff/views.ts'
import { askSettings, callCore } from '../actions/counter.ts'
import { useUi, type TillUi } from '../stores/till-ui.ts'
import { Button } from '../kit/button.tsx'
import { Notice } from '../kit/notice.tsx'
import { ChoiceList } from '../kit/select.tsx'
import { Unread } from '../kit/unread.tsx'
import { useWide } from '../kit/use-wide.ts'
import { SECTION_TITLES } from './section-titles.ts'
import { SECTIONS, type Section } from './sections.tsx'
import { SettingsSearch } from './settings-search.tsx'
import { ShownSection } from './shown-section.tsx'
import { useAddress } from './use-address.ts'
import { afterUnsaved } from '../kit/unsaved-dialog.tsx'
import styles from './settings.module.css'

export function SettingsScreen() {
  const ui = useUi()
  const { t } = useTranslation()
  const settings = useStore(ui.settings, (state) => state.settings)
  const phase = useStore(ui.settings, (state) => state.phase)
  const chosenId = useStore(ui.settings, (state) => state.section)
  const staff = useStore(ui.staff, (state) => state.staff)
  useVisit(ui)
  const open = staff === null ? [] : SECTIONS.filter(({ mayOpen }) => mayOpen(staff))
  const section = open.find(({ id }) => id === chosenId) ?? open[0]
  useAddress(section?.id ?? null)
  const content = useShownFromTop(section?.id)
  return (
    <main className={styles.screen} tabIndex={-1}>
      <div className={styles.column}>
        <div className={styles.side}>
          <h1 className={styles.title}>{t('settings.title')}</h1>
          {staff !== null && <SettingsSearch open={open} />}
          {staff !== null && <SectionList open={open} current={section} />}
          {staff !== null && <More staff={staff} />}
        </div>
        <div ref={content} className={styles.content}>
          {phase === 'failed' && settings === null && (
            <Unread
              title={t('settings.failed')}
              onRetry={() => void ui.settings.getState().load()}
            />
          )}
          {settings !== null && staff !== null && section !== undefined && (
            <ShownSection key={section.id} section={section} settings={settings} staff={staff} />
          )}
        </div>
      </div>
    </main>
  )
}

/**
 * Reads the settings as they are now; leaving them asks about what is typed, and closes what
 * somebody's PIN has opened.
 */
function useVisit(ui: TillUi): void {
  useEffect(() => {
    void ui.settings.getState().load()
    void ui.settings.getState().lookForPrinters()
    ui.screen.setState({ guard: (leave) => afterUnsaved(ui, leave) })
    return () => {
      ui.screen.setState({ guard: null })
      if (ui.staff.getState().staff?.settingsLentBy == null) return
      void callCore(ui, ui.port.giveBackSettings()).then((staff) => {
        if (staff !== null) ui.staff.getState().take(staff)
      })
    }
  }, [ui])
}

/** A section chosen far down is read from its beginning, its line of the index in sight. */
function useShownFromTop(id: string | undefined) {
  const content = useRef<HTMLDivElement>(null)
  const shownId = useRef(id)
  useEffect(() => {
    const shown = content.current
    if (shown === null || shownId.current === id) return
    shownId.current = id
    const line = shown.parentElement?.querySelector('[aria-current]')
    line?.scrollIntoView({ block: 'nearest' })
    if (shown.getBoundingClientRect().top < 0) shown.scrollIntoView()
  }, [id])
  return content
}

const GROUPS = ['counter', 'shop'] as const
/** Below 1001 px the parts are a list that opens: side by side they would fill the screen. */
const INDEX_REM = 62.57

function SectionList({
  open,
  current,
}: {
  readonly open: readonly Section[]
  readonly current: Section | undefined
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const hasIndex = useWide(INDEX_REM)
  const show = (id: string) => afterUnsaved(ui, () => ui.settings.setState({ section: id }))
  if (!hasIndex)
    return (
      <nav aria-label={t('settings.index')}>
        <ChoiceList
          label={t('settings.index')}
          isLabelHidden
          value={current?.id ?? ''}
          choices={open.map(({ id }) => ({
            value: id,
            label: t(SECTION_TITLES[id]),
            testId: `settings-nav-${id}`,
          }))}
          onChange={show}
          testId="settings-nav"
        />
      </nav>
    )
  return (
    <nav className={styles.index} aria-label={t('settings.index')}>
      {GROUPS.map((group) => {
        const sections = open.filter((section) => section.group === group)
        if (sections.length === 0) return null
        return (
          <div key={group} className={styles.group}>
            <p className={styles.groupTitle} aria-hidden="true">
              {t(`settings.groups.${group}`)}
            </p>
            {sections.map(({ id, icon: Icon }) => (
              <button
                key={id}
                type="button"
                className={styles.indexItem}
                data-testid={`settings-nav-${id}`}
                onClick={() => show(id)}
                {...(id === current?.id ? { 'aria-current': 'page' as const } : {})}
              >
                <Icon size={20} strokeWidth={1.8} aria-hidden="true" />
                {t(SECTION_TITLES[id])}
              </button>
            ))}
          </div>
        )
      })}
    </nav>
  )
}

/** The owner's part of the settings is opened by the owner's PIN, with the cashier in place. */
function More({ staff }: { readonly staff: StaffView }) {
  const ui = useUi()
  const { t } = useTranslation()
  if (staff.settingsLentBy !== null)
    return (
      <Notice tone="info" testId="settings-lent">
        {t('settings.lent', { name: staff.settingsLentBy })}
      </Notice>
    )
  if (staff.mayChangeSettings || staff.current === null) return null
  const ask = () => askSettings(ui, () => undefined)
  return (
    <div className={styles.more}>
      <Button onPress={ask} data-testid="settings-more">
        <KeyRound size={18} aria-hidden="true" />
        {t('settings.more')}
      </Button>
      <p className={styles.printerMeta}>{t('settings.moreHint')}</p>
    </div>
  )
}
