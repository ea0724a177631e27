/**
 * Writes and signs the feed of a release: `node test/release-sign.ts DIST linux|windows`, with the
 * key in MESON_RELEASE_KEY (PKCS8, PEM). Exit 1 without a key, with another than the one packed, or
 * without an installer. `node test/release-sign.ts new-key` makes a pair: the private half is the
 * workflow's secret, the public half goes into package.json.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
} from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  feedName,
  INSTALLERS,
  readRelease,
  SIGNED_PREFIX,
  signatureName,
  type Release,
  type ReleaseSystem,
} from '#shared/updates/release.ts'
import packageJson from '../package.json' with { type: 'json' }
import { wallClockMs } from './support/wall-clock.ts'
import { SCHEMA_NEWEST } from '#till/tables/migrations.ts'

/** Both names of a release in its folder: the newest, and the one that is found by its version. */
export function writeSigned(folder: string, release: Release, key: KeyObject): void {
  const feed = Buffer.from(`${JSON.stringify(release, null, 2)}\n`)
  if (readRelease(feed.toString()) === null) throw new Error('no till would read this feed')
  const signature = sign(null, Buffer.concat([Buffer.from(SIGNED_PREFIX), feed]), key)
  for (const name of [feedName(release.system, null), feedName(release.system, release.version)]) {
    writeFileSync(join(folder, name), feed)
    writeFileSync(join(folder, signatureName(name)), `${signature.toString('base64')}\n`)
  }
}

export function releaseOf(folder: string, system: ReleaseSystem, version: string): Release {
  const kinds = Object.values(INSTALLERS).filter(
    (ending) => (ending === INSTALLERS.nsis) === (system === 'windows'),
  )
  const files = readdirSync(folder)
    .filter((name) => name.includes(version) && kinds.some((ending) => name.endsWith(ending)))
    .toSorted()
    .map((url) => {
      const bytes = readFileSync(join(folder, url))
      const sha512 = createHash('sha512').update(bytes).digest('base64')
      return { url, sha512, size: bytes.length }
    })
  return {
    version,
    releaseDate: new Date(wallClockMs()).toISOString(),
    system,
    schema: SCHEMA_NEWEST,
    files,
  }
}

export function publicHalf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')
}

function main([folder = '', system = '']: readonly string[]): void {
  if (folder === 'new-key') {
    const { privateKey } = generateKeyPairSync('ed25519')
    process.stdout.write(`${privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()}\n`)
    return void process.stdout.write(`"releaseKey": "${publicHalf(privateKey)}"\n`)
  }
  if (system !== 'linux' && system !== 'windows') throw new Error('DIST linux|windows')
  const pem = process.env['MESON_RELEASE_KEY'] ?? ''
  if (pem === '') throw new Error('MESON_RELEASE_KEY is empty: no till would believe this release')
  const key = createPrivateKey(pem)
  if (publicHalf(key) !== packageJson.releaseKey)
    throw new Error('package.json has another releaseKey: no till would believe this release')
  writeSigned(folder, releaseOf(folder, system, packageJson.version), key)
}

if (import.meta.main) {
  try {
    main(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
