/**
 * Data nobody may write: whoever starts the till reads a sentence and the way out, never a stack
 * trace.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../db/open-database.ts'
import { tillFolder } from './till-folder.ts'

const PREFLIGHT = fileURLToPath(new URL('./preflight.ts', import.meta.url))
const CHECK_WORKER = fileURLToPath(new URL('./check-worker.ts', import.meta.url))
/** What a start does first of all with the folder. */
const BEGINS = `
  const [file, worker, dataDir] = process.argv.slice(1)
  const { beginPreflight } = await import(file)
  try {
    beginPreflight(dataDir, worker, () => {}).unlock()
    console.log(JSON.stringify({ code: 'OPENED' }))
  } catch (error) {
    console.log(JSON.stringify({ code: error.code, message: error.message }))
  }
  process.exit(0)`
/** Root may write anywhere; the user nobody may not. */
const AS_NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'meson-read-only-'))
})
afterEach(() => {
  for (const folder of [root, tillFolder(root).folder]) chmodIfThere(folder)
  rmSync(root, { recursive: true, force: true })
})
const chmodIfThere = (folder: string) => {
  try {
    chmodSync(folder, 0o755)
  } catch {
    // It was never made.
  }
}

const PLACES: [string, () => string][] = [
  [
    'an empty folder that is read-only',
    () => {
      chmodSync(root, 0o555)
      return root
    },
  ],
  [
    "a till's folder that has become read-only",
    () => {
      const { folder, database } = tillFolder(root)
      mkdirSync(folder)
      openDatabase(database).close()
      chmodSync(folder, 0o555)
      chmodSync(root, 0o755)
      return root
    },
  ],
  [
    'a path that leads through a file',
    () => {
      chmodSync(root, 0o755)
      writeFileSync(join(root, 'file'), '')
      return join(root, 'file', 'data')
    },
  ],
]

it.skipIf(process.platform === 'win32').each(PLACES)(
  '%s: a Spanish sentence with the folder and the way out',
  (_, prepare) => {
    const dataDir = prepare()
    const args = ['--input-type=module', '-e', BEGINS, PREFLIGHT, CHECK_WORKER, dataDir]
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', ...AS_NOBODY })
    expect(stderr).toBe('')
    const { code, message } = JSON.parse(stdout) as { code: string; message: string }
    expect(code).toBe('DATA_FOLDER_NOT_WRITABLE')
    expect(message).toContain(dataDir)
    expect(message).toMatch(
      /^No se puede escribir en la carpeta de datos .*Elija otra con --data o cambie sus permisos/,
    )
  },
)
