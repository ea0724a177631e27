/** A tar archive (POSIX ustar), which every system opens. */
import type { EpochMs } from '#shared/core/brand.ts'

export const BLOCK_BYTES = 512
export const TAR_END = Buffer.alloc(2 * BLOCK_BYTES)

export function tarOf(
  parts: readonly { readonly name: string; readonly text: string }[],
  at: EpochMs,
): Buffer {
  const blocks = parts.flatMap(({ name, text }) => {
    const body = Buffer.from(text)
    return [tarHeader(name, body.length, at), body, Buffer.alloc(paddingOf(body.length))]
  })
  return Buffer.concat([...blocks, TAR_END])
}

/** Zeros behind a file, up to the next block. */
export const paddingOf = (bytes: number) => (BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES

export function tarHeader(name: string, bytes: number, at: EpochMs): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  header.write(name, 0, 100)
  header.write(`${octal(0o600, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100)
  header.write(`${octal(bytes, 11)}\0${octal(Math.floor(at / 1000), 11)}\0`, 124)
  header.write('        0', 148)
  header.write('ustar\u000000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)}\0 `, 148)
  return header
}

/** The length that a header tells; it is proven by writing the same header again. */
export const tarBytes = (header: Buffer) => Number.parseInt(header.toString('latin1', 124, 135), 8)
