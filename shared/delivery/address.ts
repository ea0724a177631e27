/**
 * An e-mail address and a name beside it, as they may stand in an envelope and a header: one
 * address, nothing that ends a line, begins another address or is read as a command.
 */
import { refusal, type Refusal } from '../languages/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'

/** RFC 5321, 4.5.3.1: local part, and the whole path without its angle brackets. */
const LOCAL_CHARS_MAX = 64
export const ADDRESS_CHARS_MAX = 254
/** Of a sender's name. */
export const MAIL_NAME_CHARS_MAX = 80
/** RFC 1035. */
const LABEL_CHARS_MAX = 63

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
/** A dot-atom; quoted local parts, comments and lists are nobody's address at a counter. */
const LOCAL = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`)
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/

/** The address without the spaces around it; refuses at `field`. */
export function mailAddress(typed: string, field: string): Result<string, Refusal> {
  const address = typed.trim()
  return isMailAddress(address) ? ok(address) : refuse(refusal('EMAIL_NOT_VALID', field))
}

export function isMailAddress(address: string): boolean {
  if (address.length > ADDRESS_CHARS_MAX) return false
  const at = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, Math.max(at, 0)), address.slice(at + 1)]
  return at > 0 && local.length <= LOCAL_CHARS_MAX && LOCAL.test(local) && isDomain(domain)
}

/** Names with a dot: where mail from outside arrives. */
function isDomain(domain: string): boolean {
  const labels = domain.split('.')
  const last = labels.at(-1) ?? ''
  return (
    labels.length >= 2 &&
    labels.every((label) => label.length <= LABEL_CHARS_MAX && LABEL.test(label)) &&
    /^(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]+)$/.test(last)
  )
}

/** A name of one line: whatever would end it, or hides in it, is a space. */
export function mailName(typed: string): string {
  return typed
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, MAIL_NAME_CHARS_MAX)
    .trim()
}
