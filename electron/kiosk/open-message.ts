/** Opens a message for WhatsApp with what the system has for addresses; no shell reads them. */
import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { childEnvironment } from '#shared/core/child-environment.ts'
import { isWhatsappLink } from '#shared/customers/whatsapp.ts'
import type { MessagePort } from '#till/kernel/ports.ts'
import { isExecutable } from './browser.ts'

interface Opener {
  readonly file: string
  /** Before the address. */
  readonly words: readonly string[]
}

/** Some go on for as long as the browser they have begun: by then it stands. */
const PATIENCE_MS = 3_000

/** The system's own, by its whole path: a program of the same name elsewhere is another one. */
export function findOpener(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): Opener | null {
  if (platform === 'darwin') return { file: '/usr/bin/open', words: [] }
  if (platform === 'win32') {
    const file = join(env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'rundll32.exe')
    return { file, words: ['url.dll,FileProtocolHandler'] }
  }
  if (!env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return null
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder.startsWith('/'))
  const file = folders.map((folder) => join(folder, 'xdg-open')).find(isExecutable)
  return file === undefined ? null : { file, words: [] }
}

export function messagesBy(opener: Opener | null): MessagePort {
  return {
    canOpen: async () => opener !== null,
    open: async (address) => opener !== null && isWhatsappLink(address) && begin(opener, address),
  }
}

function begin({ file, words }: Opener, address: string): Promise<boolean> {
  const child = spawn(file, [...words, address], {
    stdio: 'ignore',
    detached: true,
    env: childEnvironment(process.env),
  })
  child.unref()
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), PATIENCE_MS)
    const end = (isOpen: boolean) => {
      clearTimeout(timer)
      resolve(isOpen)
    }
    child.once('error', () => end(false))
    child.once('exit', (code) => end(code === 0))
  })
}
