import type * as ElectronModule from 'electron'

/** What the one file that imports it passes to all others. */
export type Electron = typeof ElectronModule
