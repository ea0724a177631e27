import type { KeyPlace } from '#shared/settings/key-place.ts'
import { createFileSecretStore, SEALED_MARK } from '#till/adapters/system.ts'
import type { SecretStore } from '#till/kernel/ports.ts'

/** What Electron calls safeStorage. */
interface SealingStore {
  /** Linux alone: what seals. `basic_text` does it under a password everybody knows. */
  getSelectedStorageBackend?(): string
  isAsyncEncryptionAvailable(): Promise<boolean>
  encryptStringAsync(plain: string): Promise<Buffer>
  decryptStringAsync(
    sealed: Buffer,
  ): Promise<{ readonly result: string; readonly shouldReEncrypt: boolean }>
}

/**
 * The API key, sealed by the operating system where it can and in an owner-only file where it
 * cannot. A key that no longer opens (another user, a lost keyring) counts as not entered: the
 * cashier's queue does not depend on it. What lies open, or under an older key of the system, is
 * sealed again when it is read.
 */
export function createOsSecretStore(safeStorage: SealingStore, file: string): SecretStore {
  const store = createFileSecretStore(file)
  const save = async (secret: string | null) => {
    if (secret === null || !(await safeStorage.isAsyncEncryptionAvailable()))
      return store.save(secret)
    return store.save(
      SEALED_MARK + (await safeStorage.encryptStringAsync(secret)).toString('base64'),
    )
  }
  /** The key is known already: a disk or a keyring that refuses is no reason to be without it. */
  const sealAgain = (secret: string) => save(secret).catch(() => {})
  const load = async () => {
    const stored = await store.load()
    if (stored === null) return null
    if (!stored.startsWith(SEALED_MARK)) {
      if (await safeStorage.isAsyncEncryptionAvailable()) await sealAgain(stored)
      return stored
    }
    try {
      const sealed = Buffer.from(stored.slice(SEALED_MARK.length), 'base64')
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(sealed)
      if (shouldReEncrypt) await sealAgain(result)
      return result
    } catch {
      return null
    }
  }
  const isClosed = async () => (await store.load()) !== null && (await load()) === null
  // A keyring that is locked, or not there now, may open it another day.
  const isLost = async () => (await isClosed()) && (await safeStorage.isAsyncEncryptionAvailable())
  /** By what lies there; for none yet, by where it would come to lie. */
  const place = async (): Promise<KeyPlace> => {
    const stored = await store.load()
    const isSealed =
      stored?.startsWith(SEALED_MARK) ?? (await safeStorage.isAsyncEncryptionAvailable())
    if (!isSealed) return 'file'
    return safeStorage.getSelectedStorageBackend?.() === 'basic_text' ? 'basic-text' : 'keyring'
  }
  return { save, load, isClosed, isLost, place }
}
