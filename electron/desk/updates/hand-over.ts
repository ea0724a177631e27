/**
 * An installer that has been proven, handed to electron-updater, which knows how each system
 * replaces a program (dpkg with the system's question for a password, the AppImage in its place,
 * NSIS). It gets the file from this folder and asks no network for anything.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import type * as Library from 'electron-updater'
import type { Log } from '#shared/core/ports.ts'
import type { InstallerKind } from '#shared/updates/release.ts'
import type { Electron } from '../electron-module.ts'
import { HANDED, type Kept } from './kept.ts'

interface HandOver {
  readonly kept: Kept
  readonly kind: InstallerKind
  /** The folder of what is kept. */
  readonly root: string
  readonly log: Log
}

/** Rejects when the installer could not be started or, on Linux, did not do its work. */
export async function handToInstaller({ app }: Electron, order: HandOver): Promise<void> {
  const { kept, kind, root, log } = order
  // Of its own, below ours: what it writes there is gone again at the next start.
  const cacheDir = join(root, HANDED)
  rmSync(cacheDir, { recursive: true, force: true })
  mkdirSync(cacheDir, { recursive: true, mode: 0o700 })
  const updaterConfig = join(cacheDir, 'app-update.yml')
  writeFileSync(updaterConfig, `updaterCacheDirName: installer\n`)
  const library = await import('electron-updater')
  const { DebUpdater: deb, AppImageUpdater: AppImage, NsisUpdater: nsis } = library
  const Updater = { deb, AppImage, nsis }[kind]
  const updater: Library.BaseUpdater = new Updater(null, {
    version: app.getVersion(),
    name: 'Meson',
    isPackaged: app.isPackaged,
    appUpdateConfigPath: updaterConfig,
    userDataPath: cacheDir,
    baseCachePath: cacheDir,
    whenReady: () => app.whenReady(),
    relaunch: () => {},
    quit: () => {},
    onQuit: () => {},
  })
  const errors: string[] = []
  updater.on('error', (error: Error) => errors.push(error.message))
  updater.logger = null
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  // Ours has asked whether this way is wanted.
  updater.allowDowngrade = true
  updater.disableDifferentialDownload = true
  updater.updateConfigPath = updaterConfig
  const download = (_url: URL, destination: string) => copyProven(kept, destination)
  Object.assign(updater, { httpExecutor: { download } })
  updater.setFeedURL({ provider: 'custom', updateProvider: providerOf(library, kept) })
  await updater.checkForUpdates()
  await updater.downloadUpdate()
  if (updater.install(true, false)) return
  log('update: the installer failed', { code: 'UPDATE_INSTALLER_FAILED', errors })
  throw new Error(`the installer failed: ${errors.join('; ')}`)
}

/** What is installed is what was copied: hashed on its way. */
async function copyProven({ file, entry }: Kept, destination: string): Promise<void> {
  const hash = createHash('sha512')
  const hashing = new Transform({
    transform(piece: Buffer, _encoding, next) {
      hash.update(piece)
      next(null, piece)
    },
  })
  await pipeline(createReadStream(file), hashing, createWriteStream(destination, { mode: 0o600 }))
  if (hash.digest('base64') !== entry.sha512) throw new Error('UPDATE_FILE_WRONG')
}

/** The one release there is, in the library's words. */
function providerOf({ Provider }: typeof Library, { release, entry, file }: Kept) {
  const info: Library.UpdateInfo = {
    version: release.version,
    files: [{ ...entry }],
    path: entry.url,
    sha512: entry.sha512,
    releaseDate: release.releaseDate,
  }
  return class extends Provider<Library.UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtime: unknown) {
      super(runtime)
    }
    override getLatestVersion() {
      return Promise.resolve(info)
    }
    override resolveFiles(): Library.ResolvedUpdateFileInfo[] {
      return [{ url: pathToFileURL(file), info: { ...entry } }]
    }
  }
}
