/**
 * What opens the copies that leave the machine: an age identity made from the recovery code, whose
 * 120 bits of chance need no stretching. The till keeps it beside its database, in no backup.
 */
import { createHmac, hkdfSync } from 'node:crypto'
import { bech32 } from '@scure/base'
import type { Brand } from '#shared/core/brand.ts'

/** `AGE-SECRET-KEY-1…`, as every age program reads it. */
export type CopyKey = Brand<string, 'CopyKey'>

const KEY_BYTES = 32
const TAG_CHARS = 16
const TILL_TAG_CHARS = 8

/** `code` as `parseCode` writes it. */
export function keyFromCode(code: string): CopyKey {
  const bytes = hkdfSync('sha256', code.replaceAll('-', ''), '', 'meson copy', KEY_BYTES)
  const text = bech32.encodeFromBytes('age-secret-key-', new Uint8Array(bytes))
  return text.toUpperCase() as CopyKey
}

/** Null for what is none. */
export const asKey = (text: string): CopyKey | null =>
  /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/.test(text) ? (text as CopyKey) : null

/** In the name of each copy: which key opens it, without telling anything of the key. */
export const tagOf = (key: CopyKey) => hmac(key, 'meson copy tag').slice(0, TAG_CHARS)

/** In its name as well: whose it is, for who has the key. */
export const tillTagOf = (
  key: CopyKey,
  { rut, registerNumber }: { readonly rut: string; readonly registerNumber: number },
) => hmac(key, `${rut} ${registerNumber}`).slice(0, TILL_TAG_CHARS)

const hmac = (key: CopyKey, what: string) => createHmac('sha256', key).update(what).digest('hex')
