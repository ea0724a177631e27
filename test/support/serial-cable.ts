/**
 * A serial cable with a port at one end and the test at the other: a pseudo terminal of the
 * kernel's, held by socat.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Why there is none here, in words for a skipped suite; null when there is. */
export const NO_SERIAL: string | null =
  process.platform === 'win32'
    ? 'pseudo terminals need Unix'
    : (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, 'socat')))
      ? null
      : 'socat is not installed'

export interface SerialCable {
  /** The port's name, the same after it was pulled out and plugged in again. */
  readonly path: string
  /** Writes at the far end. */
  say(bytes: string | Uint8Array): void
  /** Called with what the port sends. */
  hear(listener: (bytes: Buffer) => void): void
  pullOut(): Promise<void>
  plugIn(): Promise<void>
  close(): Promise<void>
}

export async function openCable(): Promise<SerialCable> {
  const folder = mkdtempSync(join(tmpdir(), 'meson-serial-'))
  const path = join(folder, 'port')
  let listener: (bytes: Buffer) => void = () => {}
  let far = await plug(path, (bytes) => listener(bytes))
  const pullOut = async () => {
    if (far.exitCode !== null || far.signalCode !== null) return
    const ended = once(far, 'exit')
    far.kill()
    await ended
  }
  return {
    path,
    say: (bytes) => void far.stdin.write(bytes),
    hear(next) {
      listener = next
    },
    pullOut,
    async plugIn() {
      far = await plug(path, (bytes) => listener(bytes))
    },
    async close() {
      await pullOut()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function plug(path: string, onBytes: (bytes: Buffer) => void) {
  const far = spawn('socat', [`pty,link=${path},raw,echo=0`, '-'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  far.stdin.on('error', () => undefined)
  far.stdout.on('data', onBytes)
  for (let tries = 0; !existsSync(path); tries += 1) {
    if (tries > 500 || far.exitCode !== null) throw new Error('socat opened no pseudo terminal')
    await wait(10)
  }
  return far
}
