import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createFileSecretStore, systemClock, systemRandomness } from './system.ts'

it('never draws the same bytes twice, of an id or of megabytes', () => {
  const drawn = [...Array.from({ length: 2_000 }, () => 10), 5_000, 16, 1_024, 10].map((count) =>
    systemRandomness.bytes(count),
  )
  expect(new Set(drawn.map((bytes) => Buffer.from(bytes).toString('hex'))).size).toBe(drawn.length)
  expect(drawn.slice(-4).map((bytes) => bytes.length)).toEqual([5_000, 16, 1_024, 10])
})

it('what is for now waits for no timer, and can be called off', async () => {
  const order: string[] = []
  const cancel = systemClock.after(0, () => order.push('called off'))
  systemClock.after(0, () => order.push('now'))
  cancel()
  await new Promise<void>((resolve) => {
    systemClock.after(5, resolve)
  })
  expect(order).toEqual(['now'])
})

it('a secret is its owner’s alone, also over what a crash left lying', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'meson-secret-'))
  try {
    const store = createFileSecretStore(join(folder, 'deep', 'own-secret'))
    await store.save('first')
    writeFileSync(join(folder, 'deep', 'own-secret.new'), 'half', { mode: 0o644 })
    await store.save('second')
    expect(await store.load()).toBe('second')
    const kept = readdirSync(join(folder, 'deep'))
    expect(kept).toEqual(['own-secret'])
    if (process.platform !== 'win32')
      expect(statSync(join(folder, 'deep', 'own-secret')).mode & 0o777).toBe(0o600)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
