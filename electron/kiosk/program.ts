/**
 * `npm start`: opens the till in Electron where its runtime is there or can be had, else in the
 * machine's Chromium, Chrome or Edge, else just serves it and says where.
 */
import { fileURLToPath, pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { tell } from '#shared/core/command-line.ts'
import { ArgumentsRefused, parseStartArguments, type StartArguments } from './arguments.ts'
import { hasDisplay } from './browser.ts'
import { buildKiosk, buildScreens, buildShell, ProgramFolderLocked } from './build-parts.ts'
import { findElectron, runElectron } from './electron-runtime.ts'
import type { runKiosk } from './kiosk.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const say = (sentence: string) => void process.stderr.write(`${sentence}\n`)

try {
  await main(await parseStartArguments(process.argv.slice(2)))
} catch (error) {
  if (error instanceof ArgumentsRefused) process.exit(tell(error.told, process))
  if (!(error instanceof ProgramFolderLocked)) throw error
  say(`${error.code}: ${error.message}`)
  process.exitCode = 1
}

async function main(start: StartArguments): Promise<void> {
  if (!start.kiosk && start.opensWindow && hasDisplay()) {
    await buildScreens(ROOT, say)
    const electron = await findElectron(ROOT, say)
    if (electron !== null) {
      await buildShell(ROOT)
      return runElectron(electron, ROOT, process.argv.slice(2))
    }
    say('Electron no está disponible en este computador; la caja se abre en el navegador.')
  }
  const folder = await buildKiosk(ROOT, say)
  const built = (await import(pathToFileURL(join(folder, 'kiosk.js')).href)) as {
    readonly runKiosk: typeof runKiosk
  }
  await built.runKiosk(start, ROOT, folder)
}
