import { mkdir, open, rename } from 'node:fs/promises'
import path from 'node:path'
import { assert } from '#shared/core/result.ts'
import type { PrintJobId } from '#shared/core/brand.ts'

/**
 * Keeps what went to the printer: `<jobId>.escpos`, the bytes, and `<jobId>.png`, the paper they
 * make.
 */
export async function writePaperFiles(
  dir: string,
  jobId: PrintJobId,
  files: { readonly escpos: Uint8Array; readonly png: Uint8Array },
): Promise<void> {
  assert(/^[0-9A-Za-z_-]{1,64}$/.test(jobId), 'a job id is a plain file name')
  await mkdir(dir, { recursive: true })
  await Promise.all([
    writeDurably(path.join(dir, `${jobId}.escpos`), files.escpos),
    writeDurably(path.join(dir, `${jobId}.png`), files.png),
  ])
  await syncDirectory(dir)
}

/** After a power cut the file is there whole or not at all. */
async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${file}.tmp`
  const handle = await open(temporary, 'w')
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temporary, file)
}

async function syncDirectory(dir: string): Promise<void> {
  // Windows has no handle on a directory; its rename is durable by the file system's journal.
  if (process.platform === 'win32') return
  const handle = await open(dir, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
