/**
 * What a packaged program gets when it imports `electron`: only what is modelled, and whatever is
 * not modelled throws by name.
 */
export { app } from './app.ts'
export { protocol } from './scheme.ts'
export { session } from './session.ts'
export { Menu } from './menu.ts'
export { BrowserWindow } from './windows.ts'
export { utilityProcess } from './utility-process.ts'
export {
  crashReporter,
  dialog,
  powerMonitor,
  powerSaveBlocker,
  safeStorage,
  screen,
  shell,
} from './machine.ts'
