/** Releases as the release workflow makes them, signed by a key that only tests have. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Release, ReleaseSystem } from '#shared/updates/release.ts'
import { writeSigned } from '../release-sign.ts'

/** PKCS8 of an ed25519 key before its 32 bytes (RFC 8410). */
const PKCS8_HEAD = '302e020100300506032b657004220420'

/** Always the same, so that what was packed with its public half is packed once. */
export const TEST_RELEASE_KEY = createPrivateKey({
  key: Buffer.from(PKCS8_HEAD + '4d'.repeat(32), 'hex'),
  format: 'der',
  type: 'pkcs8',
})
export const TEST_RELEASE_PUBLIC = createPublicKey(TEST_RELEASE_KEY)
  .export({ format: 'der', type: 'spki' })
  .toString('base64')
export const STRANGERS_KEY = generateKeyPairSync('ed25519').privateKey

export interface MadeRelease {
  readonly version: string
  readonly schema: number
  readonly system?: ReleaseSystem
  /** What the installer holds; its name says its version. */
  readonly installer?: Buffer
  readonly key?: typeof STRANGERS_KEY
}

/** Answers the installer's name. Both feeds are written: the newest, and the one by its version. */
export function putRelease(folder: string, made: MadeRelease): string {
  const { version, schema, system = 'linux', key = TEST_RELEASE_KEY } = made
  const bytes = made.installer ?? Buffer.from(`installer of ${version}`)
  mkdirSync(folder, { recursive: true })
  const url = `meson-caja_${version}_amd64.deb`
  writeFileSync(join(folder, url), bytes)
  const release: Release = {
    ...{ version, schema, system, releaseDate: '2026-11-22T12:00:00.000Z' },
    files: [
      { url, sha512: createHash('sha512').update(bytes).digest('base64'), size: bytes.length },
    ],
  }
  writeSigned(folder, release, key)
  return url
}
