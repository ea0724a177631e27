/**
 * Data nobody may write: whoever starts the till reads a sentence and the way out, never a stack
 * trace.
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../../tables/open-database.ts'
import { tillFolder } from '../../kernel/till-folder.ts'

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

/** As kill -9 leaves it: the lock's file and the name of who held it are still there. */
function killedIn(folder: string, database: string): void {
  mkdirSync(folder)
  openDatabase(database).close()
  for (const name of ['lock.db', 'in-use-by.txt']) writeFileSync(join(folder, name), '')
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o444)
  if (AS_NOBODY.uid !== undefined)
    for (const path of [folder, ...readdirSync(folder).map((name) => join(folder, name))])
      chownSync(path, AS_NOBODY.uid, AS_NOBODY.gid)
  chmodSync(root, 0o755)
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
    'a folder that has become read-only after its till was killed',
    () => {
      const { folder, database } = tillFolder(root)
      killedIn(folder, database)
      chmodSync(folder, 0o555)
      return root
    },
  ],
  [
    'a folder whose lock may only be read',
    () => {
      const { folder, database } = tillFolder(root)
      killedIn(folder, database)
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
