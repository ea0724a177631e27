/**
 * macOS has a menu whatever a program does, and its keys for copying come from it. Elsewhere there
 * is none: its keys would reload a sale and close the till.
 */
import type { MenuItemConstructorOptions } from 'electron'

export function menuFor(platform: NodeJS.Platform): MenuItemConstructorOptions[] | null {
  return platform === 'darwin' ? MAC_MENU : null
}

const LINE: MenuItemConstructorOptions = { type: 'separator' }
const MAC_MENU: MenuItemConstructorOptions[] = [
  {
    label: 'Mesón',
    submenu: [
      { role: 'about', label: 'Acerca de Mesón' },
      LINE,
      { role: 'hide', label: 'Ocultar Mesón' },
      { role: 'hideOthers', label: 'Ocultar otros' },
      { role: 'unhide', label: 'Mostrar todo' },
      LINE,
      { role: 'quit', label: 'Salir de Mesón' },
    ],
  },
  {
    label: 'Edición',
    submenu: [
      { role: 'undo', label: 'Deshacer' },
      { role: 'redo', label: 'Rehacer' },
      LINE,
      { role: 'cut', label: 'Cortar' },
      { role: 'copy', label: 'Copiar' },
      { role: 'paste', label: 'Pegar' },
      { role: 'selectAll', label: 'Seleccionar todo' },
    ],
  },
  {
    label: 'Ventana',
    submenu: [
      { role: 'minimize', label: 'Minimizar' },
      { role: 'togglefullscreen', label: 'Pantalla completa' },
    ],
  },
]
