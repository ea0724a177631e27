/** The updates of this program, put together with Electron. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '#shared/core/ports.ts'
import type { InstallerKind } from '#shared/updates/release.ts'
import type { Electron } from '../electron-module.ts'
import { handToInstaller } from './hand-over.ts'
import { releaseKey } from './signed.ts'
import { openUpdates, type Updates } from './updates.ts'

export function updatesOf(electron: Electron, dataDir: string, log: Log): Updates {
  const { app } = electron
  const kind = installerKind(app.isPackaged, process.platform, process.env)
  return openUpdates({
    dataDir,
    version: app.getVersion(),
    kind,
    key: kind === null ? null : packedKey(app.getAppPath()),
    log,
    install: (kept, root) =>
      kind === null ? Promise.resolve() : handToInstaller(electron, { kept, kind, root, log }),
  })
}

/** On macOS the program is replaced by hand: what could do it asks for Apple's own signature. */
export function installerKind(
  isPackaged: boolean,
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): InstallerKind | null {
  if (!isPackaged) return null
  if (platform === 'win32') return 'nsis'
  if (platform !== 'linux') return null
  return env['APPIMAGE'] === undefined ? 'deb' : 'AppImage'
}

/** It lies in the archive, which the binary checks as a whole. */
function packedKey(appDir: string) {
  const { releaseKey: packed } = JSON.parse(readFileSync(join(appDir, 'package.json'), 'utf8')) as {
    readonly releaseKey?: unknown
  }
  return releaseKey(packed)
}

/**
 * Right after the core has said that it may be: the till has ended by then. Whatever comes of it,
 * the program ends.
 */
export async function replaceAtEnd(
  updates: Updates,
  steps: { readonly mayStill: () => Promise<void>; readonly stop: () => Promise<void> },
  log: Log,
): Promise<void> {
  const may = updates.isOrdered() && (await steps.mayStill().then(() => true, leftOut))
  await steps.stop()
  if (!may) return
  await updates
    .handOver()
    .catch((error: unknown) => log('update: the installer failed', { error: String(error) }))
  function leftOut(error: unknown): false {
    log('update: left out at the end', { error: String(error) })
    return false
  }
}
