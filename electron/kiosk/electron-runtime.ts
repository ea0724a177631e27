/**
 * The Electron binary is not part of its npm package: it is there, or it is fetched once, or the
 * kiosk host serves.
 */
import { childEnvironment } from '#shared/core/child-environment.ts'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const INSTALL_TIMEOUT_MS = 180_000
/**
 * A machine that could not fetch it is not asked again for a day, so that opening the shop does not
 * wait for it.
 */
const FAILURE_REMEMBERED_MS = 24 * 3_600_000

/** Path of the runtime, or null when this machine has none and cannot fetch one. */
export async function findElectron(
  root: string,
  say: (sentence: string) => void,
): Promise<string | null> {
  const present = installedElectron(root)
  if (present !== null) return present
  const failureMark = join(root, 'node_modules', '.cache', 'meson', 'electron-not-available')
  const failedAtMs = statSync(failureMark, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (Date.now() - failedAtMs < FAILURE_REMEMBERED_MS) return null
  const installer = join(root, 'node_modules', 'electron', 'install.js')
  if (!existsSync(installer)) return null
  say('Descargando Electron (una sola vez)…')
  const isInstalled = await runInstaller(installer)
  if (!isInstalled) {
    mkdirSync(dirname(failureMark), { recursive: true })
    writeFileSync(failureMark, '')
  }
  return installedElectron(root)
}

export function installedElectron(root: string): string | null {
  const folder = join(root, 'node_modules', 'electron')
  const pathFile = join(folder, 'path.txt')
  if (!existsSync(pathFile)) return null
  const binary = join(folder, 'dist', readFileSync(pathFile, 'utf8').trim())
  return existsSync(binary) ? binary : null
}

/** Hands over to Electron and ends with its exit code. */
export async function runElectron(
  binary: string,
  root: string,
  argv: readonly string[],
): Promise<void> {
  const child = spawn(binary, [root, ...argv], { stdio: 'inherit' })
  const forward = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', forward)
  process.on('SIGTERM', forward)
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

async function runInstaller(installer: string): Promise<boolean> {
  const child = spawn(process.execPath, [installer], {
    stdio: 'ignore',
    env: childEnvironment(process.env),
    timeout: INSTALL_TIMEOUT_MS,
  })
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
}
