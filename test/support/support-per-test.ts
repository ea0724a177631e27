/** What a test of the support's work begins with: a till with its worker, and sticks. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { systemClock } from '#till/adapters/system.ts'
import { createSupportClient } from '#till/backup/support/support-client.ts'
import { BACKUP_WORKER } from './backup-worker.ts'
import { tillPerTest, type TillOfTest } from './till-per-test.ts'

export const supportWorker = () => createSupportClient(BACKUP_WORKER, systemClock, () => {})

interface SupportOfTest extends TillOfTest {
  /** Where the sticks are. */
  readonly plugged: (...parts: string[]) => string
  /** A stick of that name, empty. */
  readonly stickAt: (name: string) => string
}

export function supportPerTest(): SupportOfTest {
  const perTest = tillPerTest({ support: supportWorker() })
  let sticks = ''
  const plugged = (...parts: string[]) => join(sticks, ...parts)
  beforeEach(() => {
    sticks = mkdtempSync(join(tmpdir(), 'meson-sticks-'))
  })
  afterEach(() => rmSync(sticks, { recursive: true, force: true }))
  return {
    ...perTest,
    plugged,
    stickAt(name) {
      mkdirSync(plugged(name))
      return plugged(name)
    },
  }
}
