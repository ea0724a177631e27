/** A vault for a place that has none, with a code of its own. */
import { CODE_BYTES, makeCode } from '#shared/support/recovery-code.ts'
import { keyFromCode, SALT_BYTES } from './sealing.ts'
import { makeVault } from './vault.ts'

const VAULT_ID_BYTES = 8

export interface BegunVault {
  readonly vaultId: string
  readonly key: Buffer
  /** For whoever is to write it down; it is kept nowhere. */
  readonly code: string
}

/** Throws what the file system says. */
export function beginVault(chosen: string, bytes: (count: number) => Uint8Array): BegunVault {
  const code = makeCode(bytes(CODE_BYTES))
  const salt = Buffer.from(bytes(SALT_BYTES))
  const key = keyFromCode(code, salt)
  const vaultId = Buffer.from(bytes(VAULT_ID_BYTES)).toString('hex')
  makeVault(chosen, vaultId, salt, key)
  return { vaultId, key, code }
}
