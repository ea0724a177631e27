/**
 * Temporary folders in memory where the machine has a disk there: the till writes each sale through
 * to the disk, and a suite would wait for that ten thousand times. What is lost when power goes is
 * tested where the disk is simulated (test/crash).
 */
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MEMORY_DISK = '/dev/shm'
/** A container may have 64 MB there, which some suites fill. */
const FREE_BYTES_MIN = 4 * 1024 ** 3
const FOLDER_MODE = 0o755
/** Where `npm start` keeps it too: a program that is started again is half as much work. */
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/meson-compiled', import.meta.url))

/**
 * For this process and all it starts; the folder goes when the process ends. What tills keep of
 * themselves outside their folders lies there too, and never beside a real till's.
 */
export function putTemporaryFilesInMemory(): void {
  if (process.env['MESON_TEST_DISK'] !== undefined) return
  const isInMemory = freeBytes() >= FREE_BYTES_MIN
  const folder = mkdtempSync(join(isInMemory ? MEMORY_DISK : tmpdir(), 'meson-tests-'))
  // Some tests act as another user, who must be able to reach what is in it.
  chmodSync(folder, FOLDER_MODE)
  if (isInMemory) process.env['TMPDIR'] = folder
  process.env['MESON_TEST_DISK'] = folder
  process.env['XDG_STATE_HOME'] = join(folder, 'state')
  process.env['NODE_COMPILE_CACHE'] ??= COMPILED
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DISK)
    return bavail * bsize
  } catch {
    return 0
  }
}
