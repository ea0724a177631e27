/**
 * Proof of origin by Standard Webhooks: HMAC-SHA256 over id, time and body, with a secret only the
 * client knows.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Random } from '../core/ports.ts'

const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32

export function newWebhookSecret(random: Random): string {
  return `${SECRET_PREFIX}${Buffer.from(random.bytes(SECRET_BYTES)).toString('base64')}`
}

interface SignedMessage {
  readonly id: string
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}

/** Value of the `webhook-signature` header. */
export function signWebhook(secret: string, { id, timestamp, body }: SignedMessage): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

/** What a receiver does; here for tests and as the reference for clients. */
export function isWebhookSignature(
  secret: string,
  message: SignedMessage,
  header: string,
): boolean {
  const expected = Buffer.from(signWebhook(secret, message))
  return header.split(' ').some((given) => {
    const bytes = Buffer.from(given)
    return bytes.length === expected.length && timingSafeEqual(bytes, expected)
  })
}
