/** Whoever owns the place of the updates: what he can put there, and how long he can hold. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MachineUpdates } from '#shared/updates/machine-updates.ts'
import { putRelease, TEST_RELEASE_PUBLIC } from '../../../test/support/release-feed.ts'
import { toldAfter } from '../../../test/support/told-after.ts'
import { releaseKey } from './signed.ts'
import { openSource } from './sources.ts'
import { keepingTrouble } from './trouble.ts'
import { openUpdates, type Updates } from './updates.ts'

const FEED = 'latest-linux.yml'
let root: string
let place: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'meson-attacks-'))
  place = join(root, 'pendrive')
  mkdirSync(place)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const open = (version = '1.0.0') =>
  openUpdates({
    dataDir: join(root, 'datos'),
    version,
    kind: 'deb',
    key: releaseKey(TEST_RELEASE_PUBLIC),
    log: () => {},
    install: async () => {},
  })
const after = (updates: Updates, what: 'look' | 'fetch') => toldAfter(updates, { what, place })
const told = ({ refusal }: MachineUpdates) =>
  refusal === null ? null : [refusal.code, refusal.params['detail'] ?? null]
const release = (version: string) => putRelease(place, { version, schema: 20 })

describe.skipIf(process.platform === 'win32')('in a folder', () => {
  it.each<[string, () => unknown, unknown]>([
    ['a pipe nobody writes to', () => execFileSync('mkfifo', [join(place, FEED)]), 'EISDIR'],
    ['a device without end', () => symlinkSync('/dev/zero', join(place, FEED)), 'EISDIR'],
    ['a loop of links', () => symlinkSync(FEED, join(place, FEED)), 'ELOOP'],
    ['a folder', () => mkdirSync(join(place, FEED)), 'EISDIR'],
    [
      'a file of a terabyte',
      () => (writeFileSync(join(place, FEED), ''), truncateSync(join(place, FEED), 1e12)),
      'TOO_LARGE',
    ],
  ])('%s in place of the feed is refused at once', async (_, put, detail) => {
    put()
    expect(told(await after(open(), 'look'))).toEqual(['UPDATE_PLACE_AWAY', detail])
  })

  it('a pipe in place of the installer is refused at once, and nothing of it is kept', async () => {
    const file = join(place, release('1.1.0'))
    rmSync(file)
    execFileSync('mkfifo', [file])
    expect(told(await after(open(), 'fetch'))).toEqual(['UPDATE_PLACE_AWAY', 'EISDIR'])
    expect(existsSync(join(root, 'datos', 'updates', '1.1.0'))).toBe(false)
  })

  it('an older release, signed long ago, is no update, nor is it by the newest name', async () => {
    release('0.9.0')
    expect(told(await after(open(), 'fetch'))).toEqual(['UPDATE_NOT_NEWER', null])
    release('1.1.0')
    // The feed of one version under the name of another.
    for (const end of ['', '.sig'])
      writeFileSync(
        join(place, `meson-1.0.0-linux.yml${end}`),
        readFileSync(join(place, `meson-0.9.0-linux.yml${end}`)),
      )
    expect(await after(open(), 'fetch')).toMatchObject({ keepsPresent: false, wayBack: null })
  })

  it.each([
    ['nothing', ''],
    ['no base64', '****'],
    ['half of it', 'QUJD'],
    ['a text', 'x'.repeat(190)],
  ])('a signature of %s holds for nothing', async (_, signature) => {
    release('1.1.0')
    writeFileSync(join(place, `${FEED}.sig`), signature)
    expect(told(await after(open(), 'look'))).toEqual(['UPDATE_SIGNATURE', null])
  })
})

describe('a place that holds', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const never = () => new Promise<never>(() => {})
  const silent = () => new Readable({ read() {} })

  it.each<[string, () => Promise<Readable>]>([
    ['never opens', never],
    ['never gives a byte', async () => silent()],
  ])('and %s is given up', async (_, openFile) => {
    const source = openSource({ kind: 'folder', path: '/net/away' }, openFile)
    const refused = source.read(FEED, 1_000).catch((error: Error) => error)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await refused).toMatchObject({ refusal: { params: { detail: 'SILENT' } } })
  })

  it('in the middle of an installer is given up, and not one that goes on', async () => {
    const slow = silent()
    const source = openSource({ kind: 'folder', path: '/net/away' }, async () => slow)
    const stream = await source.stream('a.deb')
    const read = finished(stream.resume()).catch((error: Error) => error)
    for (let piece = 0; piece < 5; piece += 1) {
      slow.push('piece')
      await vi.advanceTimersByTimeAsync(25_000)
    }
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await read).toMatchObject({ code: 'SILENT' })
    expect(slow.destroyed).toBe(true)
  })
})

it('a disk that fills up meanwhile is the disk, and not the place', () => {
  const coded = (code: string) => Object.assign(new Error(code), { code })
  expect(keepingTrouble(coded('ENOSPC'), '/x', 5_000_000).refusal).toMatchObject({
    code: 'UPDATE_DISK_FULL',
    params: { megabytes: '5' },
  })
  expect(keepingTrouble(coded('EDQUOT'), '/x', 1).refusal.code).toBe('UPDATE_DISK_FULL')
  expect(keepingTrouble(coded('EIO'), '/x', 1).refusal.code).toBe('UPDATE_PLACE_AWAY')
})

it('what an earlier run left in half is gone at the next start', () => {
  const updates = join(root, 'datos', 'updates')
  for (const left of ['part', 'handed']) mkdirSync(join(updates, left), { recursive: true })
  open()
  expect(['part', 'handed'].filter((left) => existsSync(join(updates, left)))).toEqual([])
})

it.each<[string, (updates: string) => unknown]>([
  ['a file for the folder of updates', (updates) => writeFileSync(updates, '')],
  ['a file for that of a version', (updates) => put(updates, '1.0.5')],
  ['a folder for its feed', (updates) => mkdirSync(join(updates, '1.0.5', 'feed.yml'), DEEP)],
])('%s is no version, and the page of updates is there all the same', async (_, spoil) => {
  mkdirSync(join(root, 'datos'))
  spoil(join(root, 'datos', 'updates'))
  const updates = open()
  expect(await updates.answer({ what: 'view' })).toMatchObject({ ok: true, value: { ready: null } })
  expect(await updates.answer({ what: 'order', version: '1.0.5' })).toMatchObject({
    refusal: { code: 'UPDATE_NOT_READY' },
  })
})
const DEEP = { recursive: true } as const
function put(updates: string, name: string): void {
  mkdirSync(updates)
  writeFileSync(join(updates, name), '')
}

it("this machine's own folder that takes nothing is not the place's fault", async () => {
  release('1.1.0')
  mkdirSync(join(root, 'datos'))
  writeFileSync(join(root, 'datos', 'updates'), 'a file where the folder should be')
  const { refusal } = await after(open(), 'fetch')
  expect(refusal).toMatchObject({ code: 'UPDATE_NOT_KEPT' })
})
