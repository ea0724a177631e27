import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createOsSecretStore } from './secret-store.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'meson-secret-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

describe('the key', () => {
  const sealing = {
    isAsyncEncryptionAvailable: async () => true,
    encryptStringAsync: async (text: string) => Buffer.from([...text].reverse().join('')),
    decryptStringAsync: async (sealed: Buffer) => ({
      result: [...sealed.toString()].reverse().join(''),
      shouldReEncrypt: false,
    }),
  }
  it('is sealed by the operating system and comes back', async () => {
    const file = join(dataDir, 'key')
    await createOsSecretStore(sealing, file).save('secret-123')
    expect(readFileSync(file, 'utf8')).not.toContain('secret-123')
    expect(await createOsSecretStore(sealing, file).load()).toBe('secret-123')
  })

  it('is sealed when it lay open, and again when the system has a newer key', async () => {
    const file = join(dataDir, 'key')
    writeFileSync(file, 'secret-123')
    const store = createOsSecretStore(sealing, file)
    expect(await store.load()).toBe('secret-123')
    expect(readFileSync(file, 'utf8')).toMatch(/^sealed:/)

    const newer = {
      ...sealing,
      encryptStringAsync: async (text: string) => Buffer.from(`new:${text}`),
      decryptStringAsync: async () => ({ result: 'secret-123', shouldReEncrypt: true }),
    }
    expect(await createOsSecretStore(newer, file).load()).toBe('secret-123')
    const sealed = readFileSync(file, 'utf8').slice('sealed:'.length)
    expect(Buffer.from(sealed, 'base64').toString()).toBe('new:secret-123')
  })

  it('tells where it lies: sealed, sealed for nobody, or open', async () => {
    const file = join(dataDir, 'key')
    const none = { ...sealing, isAsyncEncryptionAvailable: async () => false }
    const basic = { ...sealing, getSelectedStorageBackend: () => 'basic_text' }
    const libsecret = { ...sealing, getSelectedStorageBackend: () => 'gnome_libsecret' }
    const places = () =>
      Promise.all(
        [sealing, libsecret, basic, none].map(async (each) =>
          createOsSecretStore(each, file).place?.(),
        ),
      )
    expect(await places()).toEqual(['keyring', 'keyring', 'basic-text', 'file'])
    // What lies there counts, not what could be: sealing it may have failed.
    await createOsSecretStore(none, file).save('secret-123')
    expect(await places()).toEqual(['file', 'file', 'file', 'file'])
    await createOsSecretStore(sealing, file).save('secret-123')
    expect(await places()).toEqual(['keyring', 'keyring', 'basic-text', 'keyring'])
  })

  it('counts as not entered when it can no longer be opened', async () => {
    const file = join(dataDir, 'key')
    await createOsSecretStore(sealing, file).save('secret-123')
    const lost = { ...sealing, decryptStringAsync: () => Promise.reject(new Error('keyring gone')) }
    const store = createOsSecretStore(lost, file)
    expect([await store.load(), await store.isClosed?.()]).toEqual([null, true])
    const locked = { ...lost, isAsyncEncryptionAvailable: async () => false }
    const whoLost = [lost, locked, sealing].map(async (each) =>
      createOsSecretStore(each, file).isLost?.(),
    )
    expect(await Promise.all(whoLost)).toEqual([true, false, false])
    const opens = createOsSecretStore(sealing, file)
    const none = createOsSecretStore(sealing, join(dataDir, 'none'))
    expect([await opens.isClosed?.(), await none.isClosed?.()]).toEqual([false, false])
  })
})
