/** `electron.Menu`: a program that sets none has Electron's own, with all its keys. */
import type * as Electron from 'electron'
import { note } from './notes.ts'

/** Keys of Electron's default menu on Linux and Windows; the page is asked first, as there. */
const DEFAULT_KEYS: Readonly<Record<string, string>> = {
  'Control+r': 'reload',
  'Control+Shift+R': 'forceReload',
  'Control+Shift+I': 'toggleDevTools',
  'Control+0': 'resetZoom',
  'Control+=': 'zoomIn',
  'Control+-': 'zoomOut',
  F11: 'togglefullscreen',
  'Control+w': 'close',
  'Control+m': 'minimize',
  'Control+q': 'quit',
}
let current: Menu | null | 'default' = 'default'

export const menuRole = (combination: string): string | null =>
  current === 'default' ? (DEFAULT_KEYS[combination] ?? null) : null

export class Menu {
  items: Electron.MenuItemConstructorOptions[] = []
  popup(): void {
    note('contextMenu', { items: this.items.map(({ label, role }) => label ?? role) })
  }
  static buildFromTemplate(template: Electron.MenuItemConstructorOptions[]): Menu {
    const built = new Menu()
    built.items = template
    return built
  }
  static setApplicationMenu(menu: Menu | null): void {
    current = menu
    note('menu', { items: menu?.items.map(({ label, role }) => label ?? role) ?? null })
  }
}
