/** The practice beside a shop, whose folder is not what it should be. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { PLACE_HEADER, PRACTICE_PLACE } from '#shared/bridge/screen-header.ts'
import { FolderIsShop } from '#till/settings/purpose.ts'
import type { Till } from '#till/till.ts'
import type { OpenTillOptions } from './open-till.ts'
import { practiceBeside, type PracticeBeside } from './practice-beside.ts'
import { SOURCE_PATHS } from './source-paths.ts'

let dataDir: string
let done: string[]
let opening: PromiseWithResolvers<void>
let practice: PracticeBeside
const noSecret = { load: async () => null, save: async () => {} }

/** A till is opened when the test says so. */
const openTill = async ({ wantsPractice }: OpenTillOptions): Promise<Till> => {
  done.push(wantsPractice === true ? 'open practice' : 'open anything')
  await opening.promise
  return {
    serviceMoved: () => {},
    handle: async () => Response.json({}),
    stop: async () => void done.push('stop'),
  } as unknown as Till
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'meson-practice-'))
  done = []
  opening = Promise.withResolvers()
  practice = practiceBeside({
    paths: SOURCE_PATHS,
    ...{ dataDir, version: 'test', log: () => {} },
    service: {
      ...{ baseUrl: () => null, apiKey: () => null },
      start: async () => void done.push('service'),
      stop: async () => {},
    },
    openTill: async () => openTill,
    keepIn: () => noSecret,
  })
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const ask = () =>
  practice.handle(
    new Request('http://127.0.0.1/trpc/bootstrap', { headers: { [PLACE_HEADER]: PRACTICE_PLACE } }),
  )

it('one that cannot be opened starts no service, and is tried again when it is asked for again', async () => {
  opening.reject(new FolderIsShop())
  await expect(practice.open()).rejects.toMatchObject({ code: 'FOLDER_IS_SHOP' })
  await expect(ask()).rejects.toMatchObject({ code: 'FOLDER_IS_SHOP' })
  expect(done).toEqual(['open practice', 'open practice'])
})

it('entered by several at once it is opened once, and a host that ends meanwhile ends it too', async () => {
  const both = [practice.open(), practice.open()]
  await expect.poll(() => done).toEqual(['open practice'])
  const stopped = practice.stop()
  opening.resolve()
  await Promise.all([...both, stopped])
  expect(done).toEqual(['open practice', 'service', 'stop'])
  await expect(practice.open()).rejects.toThrow()
  expect(done).toHaveLength(3)
})

it('is made by no request, however often it is asked', async () => {
  const answers = await Promise.all([ask(), ask(), ask()])
  expect(answers.map((answer) => answer?.status)).toEqual([409, 409, 409])
  expect([done, existsSync(join(dataDir, 'practica'))]).toEqual([[], false])
})
