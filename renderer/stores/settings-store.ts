/** The shop's settings, which live in the core, and this screen's own: language and theme. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { z } from 'zod'
import type { saveSettingsInput } from '#shared/settings/inputs.ts'
import type { PrinterView } from '#shared/printing/views.ts'
import type { SettingsView } from '#shared/settings/views.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { languageOf, type Language } from '#shared/languages/languages.ts'
import type { TillPort } from '../bridge/till-port.ts'
import { createNewest } from './newest.ts'
import { THEMES, type Theme } from '#shared/settings/theme.ts'

export type SettingsChange = z.output<typeof saveSettingsInput>

export interface PreferenceStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

interface Unsaved {
  /** Name of the part, as the person reads it. */
  readonly title: string
  /** While it is being stored: whoever leaves now waits for the answer instead of being asked. */
  readonly saving: Promise<boolean> | null
  /** True once it is stored. */
  save(): Promise<boolean>
  discard(): void
}

interface PointedAt {
  /** The name it has on the screen, or its test id. */
  readonly to: string
  /** A key that is asked for is pressed as well. */
  readonly isPressed?: boolean
}

interface SettingsState {
  readonly settings: SettingsView | null
  /** Null before they were looked for; those that are known stay while others are. */
  readonly printers: readonly PrinterView[] | null
  readonly isLooking: boolean
  readonly phase: 'loading' | 'ready' | 'failed'
  /** The part of the settings shown, by its name; null before one was chosen. */
  readonly section: string | null
  /** What is typed in the part shown and not saved yet. */
  readonly unsaved: Unsaved | null
  /** What was looked for in the part, until the screen has led there. */
  readonly pointsAt: PointedAt | null
  readonly language: Language
  readonly theme: Theme
  load(): Promise<void>
  lookForPrinters(where?: { readonly network: boolean }): Promise<void>
  /** Saves what is given, as one; what is wrong with it, or null when the core took it. */
  save(change: SettingsChange): Promise<Refusal | null>
  setLanguage(language: Language): void
  setTheme(theme: Theme): void
}

export type SettingsStore = StoreApi<SettingsState>
type SettingsPort = Pick<TillPort, 'settings' | 'saveSettings' | 'discoverPrinters'>

const LANGUAGE_KEY = 'meson.language'
const THEME_KEY = 'meson.theme'

export function createSettingsStore(
  port: SettingsPort,
  preferences: PreferenceStorage,
): SettingsStore {
  const newest = { settings: createNewest(), printers: createNewest() }
  // A copy in the browser, so that the first picture after a reload is already the right one.
  const remember = (language: Language, theme: Theme) => {
    preferences.setItem(LANGUAGE_KEY, language)
    preferences.setItem(THEME_KEY, theme)
  }
  return createStore<SettingsState>((set, get) => ({
    settings: null,
    printers: null,
    isLooking: false,
    phase: 'loading',
    section: null,
    unsaved: null,
    pointsAt: null,
    language: languageOf(preferences.getItem(LANGUAGE_KEY)),
    theme: themeOf(preferences.getItem(THEME_KEY)),

    async load() {
      try {
        await newest.settings.ask(port.settings(), (settings) => {
          const { language, theme } = settings
          set({ settings, phase: 'ready', language, theme })
          remember(language, theme)
        })
      } catch {
        set({ phase: 'failed' })
      }
    },

    async lookForPrinters(where) {
      set({ isLooking: true })
      try {
        await newest.printers.ask(port.discoverPrinters(where), (printers) =>
          set({ printers, isLooking: false }),
        )
      } catch {
        set({ printers: get().printers ?? [], isLooking: false })
      }
    },

    async save(change) {
      const answer = await port.saveSettings(change)
      if (answer.ok) {
        newest.settings.changed()
        set({ settings: answer.value })
      }
      return answer.ok ? null : answer.refusal
    },

    // The core keeps both; the screen changes at once and does not wait for it.
    setLanguage(language) {
      set({ language })
      remember(language, get().theme)
      port.saveSettings({ language }).catch(() => undefined)
    },

    setTheme(theme) {
      set({ theme })
      remember(get().language, theme)
      port.saveSettings({ theme }).catch(() => undefined)
    },
  }))
}

function themeOf(stored: string | null): Theme {
  return THEMES.find((theme) => theme === stored) ?? 'system'
}
