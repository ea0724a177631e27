/** What Electron's browser process does before and after the application's main file. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { APP_PATH, app, becomeReady } from './app.ts'
import { listenToTest } from './control.ts'
import { note } from './notes.ts'

process.argv = [process.execPath, ...process.argv.slice(2)]
const control = process.env['MESON_STANDIN_CONTROL']
if (control !== undefined) listenToTest(control)
process.on('uncaughtException', (error) => {
  // Electron's own box, unless the program has a listener of its own.
  if (process.listenerCount('uncaughtException') > 1) return
  note('dialog', {
    kind: 'error',
    title: 'A JavaScript error occurred in the main process',
    text: String(error?.stack ?? error),
  })
})
process.on('SIGTERM', () => app.quit())
process.on('SIGINT', () => app.quit())
process.exit = (code) => app.exit(Number(code ?? process.exitCode ?? 0)) as never
const { main } = JSON.parse(readFileSync(join(APP_PATH, 'package.json'), 'utf8')) as {
  readonly main: string
}
try {
  await import(pathToFileURL(join(APP_PATH, main)).href)
} catch (error) {
  process.emit('uncaughtException', error as Error)
}
becomeReady()
