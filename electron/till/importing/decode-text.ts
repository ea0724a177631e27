import { ImportRefused } from '#shared/importing/import-refused.ts'

/** UTF-16 and UTF-8 by their marks, UTF-8 where every byte of it is, else what Windows writes. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  const marked =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : null
  const text = marked === null ? decodeBytes(bytes) : new TextDecoder(marked).decode(bytes)
  if (text.includes('\0')) throw new ImportRefused('IMPORT_NOT_A_TABLE')
  return text
}

function decodeBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
