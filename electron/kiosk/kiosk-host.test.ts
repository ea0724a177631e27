/** What is there before the core is: the lock, the pages, and nothing else. */
import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  openSync,
  closeSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SOURCE_CHECK_WORKER, SOURCE_PATHS } from '#host/source-paths.ts'
import { startKiosk, type KioskHost, type KioskOptions } from './kiosk-host.ts'

let folder: string
let host: KioskHost | null
const urls: string[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meson-kiosk-'))
  mkdirSync(join(folder, 'pages'))
  writeFileSync(join(folder, 'pages', 'index.html'), '<!doctype html><title>Mesón</title>')
  host = null
  urls.length = 0
})
afterEach(async () => {
  await host?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const dataDir = () => join(folder, 'data')
const start = (onOpen: (url: string) => void = () => {}, others: Partial<KioskOptions> = {}) =>
  startKiosk({
    paths: { ...SOURCE_PATHS, rendererDir: join(folder, 'pages') },
    checkWorkerFile: SOURCE_CHECK_WORKER,
    dataDir: dataDir(),
    port: 0,
    launchService: () => {
      throw new Error('there is a remote service')
    },
    apiUrl: 'http://127.0.0.1:9',
    apiKey: 'key',
    version: 'test',
    log: () => {},
    onOpen({ url }) {
      urls.push(url)
      onOpen(url)
    },
    ...others,
  })

function ask(url: string, path: string): Promise<Response> {
  const { origin, hash } = new URL(url)
  return fetch(origin + path, {
    headers: { authorization: `Bearer ${new URLSearchParams(hash.slice(1)).get('token')}` },
  })
}

it('shows the page before the core is even loaded, and answers what it asks once it is open', async () => {
  let page = Promise.resolve('not asked')
  let opening = Promise.resolve<unknown>('not asked')
  host = await start(
    (url) => {
      opening = ask(url, '/trpc/opening').then((response) => response.json())
      page = ask(url, '/').then((response) => {
        expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
        return response.text()
      })
    },
    {
      async loadTill() {
        expect(await page).toContain('<title>Mesón</title>')
        return (await import('#host/open-till.ts')).openTill
      },
    },
  )
  expect(await opening).toMatchObject({ result: { data: { bootstrap: { version: 'test' } } } })
})

it('opens no window over data that another till has open', async () => {
  host = await start()
  await expect(start()).rejects.toMatchObject({ code: 'DATA_FOLDER_IN_USE' })
  expect(urls).toHaveLength(1)
})

it('opens a database that was looked through before the program is loaded, and lets go of the folder at the end', async () => {
  await (await start()).stop()
  host = await start()
  const answer = await ask(host.url, '/trpc/bootstrap')
  expect(await answer.json()).toMatchObject({ result: { data: { version: 'test' } } })
})

it('writes nothing to a damaged database, answers nothing from it and lets go of the folder', async () => {
  await (await start()).stop()
  const database = join(dataDir(), 'till', 'till.db')
  damage(database)
  const before = hashesOf(join(dataDir(), 'till'))
  const asked: Promise<number>[] = []
  for (let round = 0; round < 2; round += 1) {
    await expect(
      start((url) => {
        asked.push(
          ask(url, '/trpc/opening').then(
            ({ status }) => status,
            () => 0,
          ),
        )
      }),
    ).rejects.toMatchObject({ code: 'DATABASE_BROKEN' })
  }
  expect((await Promise.all(asked)).every((status) => status !== 200)).toBe(true)
  expect(hashesOf(join(dataDir(), 'till'))).toEqual(before)
})

/**
 * The first page of the categories: quick_check reads it, and SQLite itself does not when it opens
 * the file.
 */
function damage(file: string): void {
  const db = new Database(file)
  const page = db
    .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'category'")
    .pluck()
    .get()
  db.close()
  const at = (Number(page) - 1) * 4_096
  expect(at).toBeGreaterThan(4_096)
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(64, 0xff), 0, 64, at)
  closeSync(handle)
}

function hashesOf(dir: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(dir)
      .filter((name) => /^till\.db(-wal)?$/.test(name))
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(dir, name)))
          .digest('hex'),
      ]),
  )
}
