/** The code of the phone: six digits a half minute (RFC 6238), each taken once. */
import { Secret, TOTP } from 'otpauth'
import type { EpochMs } from '#shared/core/brand.ts'
import type { Random } from '../core/ports.ts'

const STEP_S = 30
const SECRET_BYTES = 20
/** Half minutes that a phone's clock may be off. */
const STEPS_OFF_MAX = 1

/** Base32. */
export const newPhoneSecret = (random: Random) =>
  new Secret({ buffer: Uint8Array.from(random.bytes(SECRET_BYTES)).buffer }).base32

/** What the phone's program reads from a QR code. */
export const phoneUri = (secret: string, email: string) => totpOf(secret, email).toString()

/** The half minute it is of, or null for a wrong one. */
export function stepOf(secret: string, code: string, now: EpochMs): number | null {
  const totp = totpOf(secret, '')
  const off = totp.validate({ token: code, timestamp: now, window: STEPS_OFF_MAX })
  return off === null ? null : Math.floor(now / (STEP_S * 1_000)) + off
}

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: 'Mesón', label, secret: Secret.fromBase32(secret), period: STEP_S })
