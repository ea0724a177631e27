/**
 * Whose release it is: signed with the key whose public half was packed with this program. Nothing
 * else says so: on Windows the system shows whose Authenticode signature an installer has when it
 * asks for rights, and electron-updater is given no publisher to compare it with.
 */
import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import {
  FEED_BYTES_MAX,
  readRelease,
  SIGNATURE_BYTES_MAX,
  SIGNED_PREFIX,
  signatureName,
  type Release,
  type ReleaseSystem,
} from '#shared/updates/release.ts'
import type { Source } from './sources.ts'
import { UpdateRefused } from './trouble.ts'

/** `base64`: of an ed25519 key in SPKI. Null for a placeholder: nothing can be believed with it. */
export function releaseKey(base64: unknown): KeyObject | null {
  if (typeof base64 !== 'string' || base64 === '') return null
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

export interface SignedFeed {
  readonly release: Release
  readonly feed: Buffer
  readonly signature: Buffer
}

export function isSigned(key: KeyObject, feed: Buffer, signature: Buffer): boolean {
  const bytes = Buffer.from(signature.toString('latin1').trim(), 'base64')
  return verify(null, Buffer.concat([Buffer.from(SIGNED_PREFIX), feed]), key, bytes)
}

/** Throws UpdateRefused. Nothing of the feed is looked at before its signature has held. */
export async function readFeed(
  source: Source,
  name: string,
  { key, system }: { readonly key: KeyObject; readonly system: ReleaseSystem },
): Promise<SignedFeed> {
  const feed = await source.read(name, FEED_BYTES_MAX)
  const signature = await source.read(signatureName(name), SIGNATURE_BYTES_MAX)
  if (!isSigned(key, feed, signature))
    throw new UpdateRefused('UPDATE_SIGNATURE', { place: source.name })
  const release = readRelease(feed.toString('utf8'))
  if (release === null || release.system !== system)
    throw new UpdateRefused('UPDATE_FEED_NOT_VALID', { place: source.name })
  return { release, feed, signature }
}
