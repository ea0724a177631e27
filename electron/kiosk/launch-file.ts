/**
 * How the till's own window gets in: a page in a file that only the till's user can read sends the
 * code by itself. The browser is started with the name of the file, which says nothing.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LAUNCH_PATH } from './loopback-server.ts'

const FILE = 'launch.html'

/** Writes it anew; returns its address for the browser. `code` is good once. */
export function writeLaunchFile(dataDir: string, origin: string, code: string): string {
  const file = join(dataDir, FILE)
  removeLaunchFile(dataDir)
  writeFileSync(file, pageFor(origin, code), { mode: 0o600, flag: 'wx' })
  return pathToFileURL(file).href
}

export function removeLaunchFile(dataDir: string): void {
  rmSync(join(dataDir, FILE), { force: true })
}

/** Both are the till's own: an address of digits, a code of letters and digits. */
function pageFor(origin: string, code: string): string {
  return `<!doctype html><meta charset="utf-8"><title>Mesón</title>
<form method="post" action="${origin}${LAUNCH_PATH}"><input type="hidden" name="code" value="${code}"></form>
<script>document.forms[0].submit()</script>
`
}
