import type { SafeStorage } from 'electron'
import { createFileSecretStore } from '#till/adapters/system.ts'
import type { SecretStore } from '#till/settings/settings.ts'

/** Marks a key that the operating system's secret store has sealed. */
const SEALED = 'sealed:'

/**
 * The API key, sealed by the operating system where it can and in an owner-only file where it
 * cannot. A key that no longer opens (another user, a lost keyring) counts as not entered: the
 * cashier's queue does not depend on it.
 */
export function createOsSecretStore(safeStorage: SafeStorage, file: string): SecretStore {
  const store = createFileSecretStore(file)
  return {
    async load() {
      const stored = await store.load()
      if (stored === null || !stored.startsWith(SEALED)) return stored
      try {
        const { result } = await safeStorage.decryptStringAsync(
          Buffer.from(stored.slice(SEALED.length), 'base64'),
        )
        return result
      } catch {
        return null
      }
    },
    async save(secret) {
      if (secret === null || !(await safeStorage.isAsyncEncryptionAvailable()))
        return store.save(secret)
      return store.save(SEALED + (await safeStorage.encryptStringAsync(secret)).toString('base64'))
    },
  }
}
