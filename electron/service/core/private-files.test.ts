import { chmodSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeToOthers } from './private-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'service-modes-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const open = (name: string) => {
  writeFileSync(join(folder, name), 'x')
  chmodSync(join(folder, name), 0o644)
}
const modeOf = (name: string) => statSync(join(folder, name)).mode & 0o777

it.skipIf(process.platform === 'win32')(
  'keys and buyers that lay open are taken from others; what is not its own stays',
  () => {
    for (const name of ['service.db', 'service.db-wal', 'demo-keys.json', 'of-another']) open(name)
    symlinkSync(join(folder, 'of-another'), join(folder, 'service.db-shm'))
    closeToOthers(folder)
    closeToOthers(join(folder, 'nothing'))
    expect(['service.db', 'service.db-wal', 'demo-keys.json'].map(modeOf)).toEqual([
      0o600, 0o600, 0o600,
    ])
    expect(modeOf('of-another')).toBe(0o644)
  },
)
