/** Which page a screen opens, and the way from a page to its screen. */
import type { ManualPlace } from '../i18n/manual-page.ts'
import { actionById, type ActionId } from '../actions/registry.ts'
import type { Screen } from '../stores/screen-store.ts'
import type { TillUi } from '../stores/till-ui.ts'
import { afterUnsaved } from '../kit/unsaved-dialog.tsx'
import { placeAt, pointingAt, type SectionId, type SettingsPlace } from '../settings/section-ids.ts'

export const PAGE_OF_SCREEN: Readonly<Record<Exclude<Screen, 'settings'>, string>> = {
  sale: 'vender',
  payment: 'cobrar',
  result: 'copia',
  receipts: 'copia',
  return: 'devolver',
  returned: 'devolver',
  shift: 'turno',
  goods: 'productos',
  customers: 'cliente',
  reports: 'informes',
  guide: 'primer-inicio',
}

export const PAGE_OF_SECTION: Readonly<Record<SectionId, string>> = {
  printer: 'impresora',
  scanner: 'codigo-desconocido',
  scale: 'pesar',
  'scale-wire': 'pesar',
  card: 'terminal',
  desk: 'vender',
  appearance: 'primer-inicio',
  practice: 'primer-inicio',
  shop: 'primer-inicio',
  service: 'folios',
  tills: 'varias-cajas',
  emission: 'cobrar',
  payment: 'cobrar',
  back: 'vales',
  tips: 'cobrar',
  mail: 'copia',
  identified: 'cliente',
  people: 'cliente',
  staff: 'personas',
  limits: 'personas',
  roles: 'personas',
  shifts: 'turno',
  support: 'respaldo',
  updates: 'respaldo',
}

/** Of the screen somebody asks from. */
export function pageHere(ui: TillUi): string {
  const { screen } = ui.screen.getState()
  if (screen !== 'settings') return PAGE_OF_SCREEN[screen]
  const place = placeAt(`#settings/${ui.settings.getState().section}`)
  return PAGE_OF_SECTION[place?.section ?? 'printer']
}

const WAYS = {
  sale: 'goSale',
  receipts: 'goReceipts',
  shift: 'goShift',
  goods: 'goGoods',
  customers: 'goCustomers',
  reports: 'goReports',
} as const satisfies Partial<Record<ManualPlace, ActionId>>

/** Null for a screen. */
export const placeOf = (place: ManualPlace): SettingsPlace | null => placeAt(`#${place}`)

/** The action that leads there; null where whoever serves may not go. */
export function wayTo(ui: TillUi, place: ManualPlace): ActionId | null {
  const way = isScreen(place) ? WAYS[place] : 'goSettings'
  return actionById(way).isEnabled?.(ui) === false ? null : way
}

const isScreen = (place: ManualPlace): place is keyof typeof WAYS => Object.hasOwn(WAYS, place)

/** Closes the manual; the screen shown is left by its own rules. */
export function goTo(ui: TillUi, way: ActionId, place: ManualPlace): void {
  ui.screen.getState().close()
  const shown = placeOf(place)
  afterUnsaved(ui, () => {
    if (shown !== null) ui.settings.setState(pointingAt(shown))
    actionById(way).run(ui)
  })
}
