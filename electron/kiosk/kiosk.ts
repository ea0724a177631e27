/**
 * The till in this machine's browser, or just served. Loaded as one built piece, with what lies
 * beside it. Ready when one JSON line appears on stdout.
 */
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DataFolderInUse } from '#till/kernel/data-lock.ts'
import { DatabaseRefused } from '#till/kernel/database.ts'
import { FolderIsPractice } from '#till/settings/purpose.ts'
import { builtPaths } from '#host/built-paths.ts'
import { adoptOldFolder } from '#host/data-folder.ts'
import { defaultDataDir, keyOf, logToStderr, olderDataDirs, sayOn } from '#host/machine.ts'
import { launchWithNode } from '#host/node-service.ts'
import type { StartArguments } from './arguments.ts'
import { hasPolicy } from './browser-policy.ts'
import { findBrowser, hasDisplay, openAppWindow } from './browser.ts'
import { findOpener, messagesBy } from './open-message.ts'
import { startKiosk, type Doors, type KioskHost } from './kiosk-host.ts'
import { shareCompiled } from './keep-compiled.ts'
import { PortInUse } from './loopback-server.ts'

/** For the bench of a cold start. */
export { startKiosk }

const say = (sentence: string) => sayOn(process.stderr, sentence)

/** What is expected is said, and is the exit code; `programDir`: where this piece lies. */
export async function runKiosk(
  start: StartArguments,
  root: string,
  programDir: string,
): Promise<void> {
  try {
    await openKiosk(start, root, programDir)
  } catch (error) {
    if (!isExpected(error)) throw error
    say(`${error.code}: ${error.message}`)
    process.exitCode = 1
  }
}

async function openKiosk(start: StartArguments, root: string, programDir: string): Promise<void> {
  // What was built is for everybody on this machine; what comes now is not.
  process.umask(0o077)
  shareCompiled()
  let window: ChildProcess | null = null
  let stop: (() => void) | null = null
  // Closed while the service is still starting: ends as soon as there is something to end.
  const closed = new AbortController()
  const dataDir = resolve(start.dataDir ?? defaultDataDir())
  const onClosed = () => {
    closed.abort()
    stop?.()
  }
  process.on('SIGINT', onClosed)
  process.on('SIGTERM', onClosed)
  // Somebody who says where it lies means that folder, as it is.
  if (start.dataDir === null) for (const older of olderDataDirs()) adoptOldFolder(older, dataDir)
  const host = await startKiosk({
    paths: builtPaths(programDir, join(root, 'resources')),
    checkWorkerFile: join(programDir, 'check-worker.js'),
    launchService: launchWithNode(process.execPath, join(programDir, 'service.js')),
    dataDir,
    port: start.port,
    apiUrl: start.apiUrl,
    wantsShop: start.wantsShop,
    asksFirst: start.asksFirst,
    apiKey: keyOf(process.env),
    version: readVersion(root),
    log: logToStderr,
    // From a whole screen nobody would come back.
    messages: messagesBy(start.kiosk ? null : findOpener()),
    onOpen: (doors) => {
      window = openWindow(start, { ...doors, dataDir }, onClosed)
    },
    hasWindow: () => window !== null,
    closed: closed.signal,
  }).catch((error: unknown) => {
    // Nothing will ever be shown in it.
    window?.kill()
    throw error
  })
  stop = stopOnce(host, () => window?.kill())
  const url = window === null ? host.url : host.address
  const ready = { ready: 'till', url, data: host.dataDir, service: host.serviceUrl }
  sayOn(process.stdout, JSON.stringify(ready))
  if (closed.signal.aborted) stop()
}

/**
 * Null when nothing is opened: then the address is said instead. Closing the window ends the till.
 */
function openWindow(
  start: StartArguments,
  host: Doors & Pick<KioskHost, 'dataDir'>,
  stop: () => void,
): ChildProcess | null {
  if (!start.opensWindow) return null
  const browser = hasDisplay() ? findBrowser() : null
  if (browser === null) {
    say(`Abra la caja en un navegador de este computador: ${host.url}`)
    return null
  }
  if (start.kiosk && !hasPolicy({ platform: process.platform }, browser))
    say(
      'Herramientas de desarrollador abiertas (developer tools are open): ' +
        'sudo npm run kiosk:install -- --policy',
    )
  const window = openAppWindow({
    browser,
    url: host.launchFile(),
    profileDir: join(host.dataDir, 'browser'),
  })
  window.once('error', () => say(`No se pudo abrir ${browser}. Abra la caja en: ${host.url}`))
  window.once('exit', stop)
  return window
}

/**
 * Ends the till in order, once: Ctrl+C arrives twice under npm, and closing the window comes back
 * as its own end.
 */
function stopOnce(host: KioskHost, closeWindow: () => void): () => void {
  let stopping = false
  return () => {
    if (stopping) return
    stopping = true
    closeWindow()
    void host.stop().then(() => process.exit(0))
  }
}

type ExpectedError = DatabaseRefused | DataFolderInUse | FolderIsPractice | PortInUse
function isExpected(error: unknown): error is ExpectedError {
  const kinds = [DatabaseRefused, DataFolderInUse, FolderIsPractice, PortInUse]
  return kinds.some((kind) => error instanceof kind)
}

function readVersion(root: string): string {
  const parsed = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return parsed.version
}
