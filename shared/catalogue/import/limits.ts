/** What a list of products may be: beyond it the till says so instead of trying. */

export const IMPORT_LIMITS = {
  /** Of the file as it lies on the disk. */
  fileBytes: 20 * 1024 * 1024,
  /** Of the parts of an XLSX once they are unzipped, together. */
  unzippedBytes: 120 * 1024 * 1024,
  /** Below the header. */
  rows: 60_000,
  /** With something in them; whatever is empty to the right does not count. */
  columns: 60,
  /** Texts that cells point at: a small file can hold millions, and keep a thread for long. */
  sharedTexts: 1_000_000,
  /** No field takes as many; the rest of a longer cell is not read. */
  cellChars: 1_000,
} as const

/** Bytes of one piece on its way to the core: as base64 below the limit of one command. */
export const IMPORT_PART_BYTES = 512 * 1024
