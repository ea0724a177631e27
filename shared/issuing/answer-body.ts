/**
 * An answer's body as data, and careful steps into it: nothing here throws, whatever a service
 * sends.
 */

/** Some services begin their JSON with a byte-order mark, which is no part of it. */
const BYTE_ORDER_MARK = '\ufeff'

/** Undefined when it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text)
  } catch {
    return undefined
  }
}

export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined
}

/**
 * Characters that cannot be shown, or that turn round or hide what stands beside them on a line.
 */
const UNSHOWN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu

/** Words of a service as a person may be shown them, of at most so many characters. */
export function shownWords(text: string, max: number): string {
  return text.slice(0, max).replace(UNSHOWN, ' ').trim()
}
