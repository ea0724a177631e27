/**
 * Before the browser stories: the screen as it ships, built once a run (or taken as it stands where
 * it is newer than its sources) and laid in a folder of its own, so that no test races with `npm
 * start`. The long run tells every story on the development build, whose complaints fail it.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildScreens } from '../../electron/kiosk/build-parts.ts'
import { ROOT } from '../support/source-files.ts'
import { IS_LONG } from '../support/thoroughness.ts'
import { buildDevelopmentScreen } from './development-screen.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the built screen. */
    readonly screenRoot: string
  }
}

export default async function layBuiltScreen(project: TestProject): Promise<() => void> {
  const folder = IS_LONG ? await buildDevelopmentScreen() : await copyOfWhatShips()
  project.provide('screenRoot', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}

async function copyOfWhatShips(): Promise<string> {
  await buildScreens(ROOT, () => {})
  const folder = mkdtempSync(join(tmpdir(), 'meson-screen-'))
  cpSync(join(ROOT, 'out', 'renderer'), folder, { recursive: true })
  return folder
}
