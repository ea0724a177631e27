/** Whoever listened to the till goes away: a terminal that is closed, a journal started anew. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meson-closed-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const SAYS = `
import { openLogs } from ${JSON.stringify(new URL('log-file.ts', import.meta.url).href)}
import { sayOn } from ${JSON.stringify(new URL('machine.ts', import.meta.url).href)}
const logs = openLogs(process.argv[1])
process.stdin.resume().once('end', () => {
  sayOn(process.stdout, 'ready')
  logs.till('before', {})
  logs.service('of the service')
  setTimeout(() => {
    logs.till('after', {})
    setTimeout(() => process.exit(7), 20)
  }, 20)
})`

it('is heard no more and goes on, its log in its files', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SAYS, folder])
  child.stdout.destroy()
  child.stderr.destroy()
  child.stdin.end()
  expect(await once(child, 'exit')).toEqual([7, null])
  expect(readFileSync(join(folder, 'caja.log'), 'utf8')).toMatch(/"before".*\n.*"after"/)
  expect(readFileSync(join(folder, 'boletas.log'), 'utf8')).toBe('of the service\n')
})
