/**
 * The till on real SQLite, killed at every I/O operation of charging and sending, its disk failing
 * at every operation, and its power cut at every operation; kills and faults with every change at
 * each third, with `CRASH_SWEEP=full` at each. Figures are printed; CRASH_IMAGES and CRASH_SEED
 * change the power cuts.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FaultPoint } from './child.ts'
import { crashFolderOfFile, type Sweep } from './crash-folder.ts'
import { createDisk, parseRecord, seededRandom, type Operation, type Weather } from './power-cut.ts'
import { pick } from '../support/thoroughness.ts'
import {
  acknowledgedIn,
  copyTemplate,
  faultsAfterRestart,
  judgeFile,
  prepareTemplate,
} from './story.ts'
import { faultsAfterMigration, prepareLife } from './whole-life.ts'

const IMAGES = Number(process.env['CRASH_IMAGES'] ?? pick(1_000, 10_000))
const SEED = Number(process.env['CRASH_SEED'] ?? 20_261_120)
/** A migration is short, and each image of it is migrated to its end. */
const MIGRATION_IMAGES = pick(60, 300)
/** The control stops at the first sale it loses; it loses one in the first hundred. */
const CONTROL_IMAGES = 1_000
const RECORDED_SALES = 40
/**
 * Operations apart at which a change is killed and its disk fails: a prime, so that no rhythm of
 * the till hides from it.
 */
const STEP = process.env['CRASH_SWEEP'] === 'full' ? 1 : 5
const FAULT_POINTS_MIN = Math.floor(400 / STEP)
const KILL_POINTS_MIN = Math.floor(100 / STEP)
const SWEEP_TIMEOUT_MS = 600_000

let template: string
const { folder, obstacle } = crashFolderOfFile('crash', async ({ path }) => {
  template = path('template')
  await prepareTemplate(template)
})
const SWEEP: Sweep = {
  prepare: (dataDir) => copyTemplate(template, dataDir),
  ...{ program: 'child', words: (...words) => ['kill', ...words], step: STEP },
}

describe.skipIf(obstacle !== null)(obstacle ?? 'crash sweep', () => {
  it(
    'kill -9 at every I/O operation of charging, sending and closing loses nothing and leaves nothing half-done',
    async () => {
      const faults: string[] = []
      let points = 0
      for await (const { n, dataDir, isKilled } of folder.killed(SWEEP)) {
        const found = await faultsAfterRestart(dataDir, acknowledgedIn(dataDir))
        faults.push(...found.map((fault) => `operation ${n}: ${fault}`))
        if (isKilled) points += 1
      }
      console.log(`kill points: ${points}, faults: ${faults.length}`)
      expect(faults).toEqual([])
      expect(points).toBeGreaterThan(KILL_POINTS_MIN)
    },
    SWEEP_TIMEOUT_MS,
  )

  it(
    'EIO and ENOSPC at every operation, once and for good: nothing lost, nothing twice, and it sells again by itself',
    async () => {
      const { stdout, code, stderr } = await folder.run('child', [
        'faults',
        folder.path(),
        template,
        String(STEP),
      ])
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      const points = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as FaultPoint)
        .filter(({ reached }) => reached)
      const wrong = points.filter(({ faults }) => faults.length > 0)
      const uncertain = points.reduce((sum, { failedButPresent }) => sum + failedButPresent, 0)
      console.log(
        `fault points: ${points.length}, faults: ${wrong.length}, refused but present and found by its id: ${uncertain}`,
      )
      expect(wrong).toEqual([])
      expect(points.length).toBeGreaterThan(FAULT_POINTS_MIN)
      expect(points.some(({ answers }) => answers.includes('DISK_FULL'))).toBe(true)
      expect(points.some(({ answers }) => answers.includes('SALE_NOT_SAVED'))).toBe(true)
      expect(uncertain).toBeGreaterThan(0)
    },
    SWEEP_TIMEOUT_MS,
  )

  it(
    'a power cut at any operation loses no acknowledged sale and leaves none in part',
    async () => {
      const result = cutPower(await record('full'), IMAGES)
      console.log(
        `power cuts: ${result.images} images at ${result.cuts} cuts, ${result.lost} lost, ${result.partial} partial, ${result.broken} damaged`,
      )
      expect(result).toMatchObject({ images: IMAGES, lost: 0, partial: 0, broken: 0 })
    },
    SWEEP_TIMEOUT_MS,
  )

  it(
    'a power cut at any operation of a migration leaves every sale, and the next start finishes it',
    async () => {
      const dataDir = folder.path('migrating')
      prepareLife('migrate', dataDir)
      const result = cutPower(
        await recordChild(dataDir, ['record-migration', dataDir]),
        MIGRATION_IMAGES,
        judgeMigration,
      )
      console.log(
        `power cuts in a migration: ${result.images} images at ${result.cuts} cuts, ${result.partial} not whole, ${result.broken} damaged`,
      )
      expect(result).toMatchObject({ images: MIGRATION_IMAGES, partial: 0, broken: 0 })
      expect(result.cuts).toBeGreaterThan(100)
    },
    SWEEP_TIMEOUT_MS,
  )

  it(
    'the control bites: the same till on synchronous=NORMAL loses sales',
    async () => {
      const result = cutPower(await record('normal'), CONTROL_IMAGES, judgeSales, true)
      console.log(`control on NORMAL: ${result.lost} of ${result.images} images lost sales`)
      expect(result.lost).toBeGreaterThan(0)
    },
    SWEEP_TIMEOUT_MS,
  )
})

interface Recording {
  readonly before: ReadonlyMap<string, Buffer>
  readonly operations: readonly Operation[]
}

async function record(mode: 'full' | 'normal'): Promise<Recording> {
  const dataDir = folder.path(`record-${mode}`)
  copyTemplate(template, dataDir)
  return recordChild(dataDir, ['record', dataDir, String(RECORDED_SALES), mode])
}

async function recordChild(dataDir: string, args: readonly string[]): Promise<Recording> {
  const till = join(dataDir, 'till')
  const before = new Map(
    readdirSync(till)
      .filter((name) => name.startsWith('till.db'))
      .map((name) => [name, readFileSync(join(till, name))]),
  )
  const file = `${dataDir}.record`
  const { code, stderr } = await folder.run('child', args, { recordFile: file })
  if (code !== 0) throw new Error(stderr)
  return { before, operations: parseRecord(readFileSync(file)) }
}

/** At each cut as many images as it takes to make `images` in all, each in other weather. */
function cutPower(
  { before, operations }: Recording,
  images: number,
  judge: Judge = judgeSales,
  endsAtFirstLoss = false,
) {
  const disk = createDisk(before)
  const random = seededRandom(SEED)
  const tally = { cuts: operations.length, images: 0, lost: 0, partial: 0, broken: 0 }
  const dir = folder.path('image', 'till')
  for (const [index, operation] of operations.entries()) {
    disk.apply(operation)
    const due = Math.floor((images * (index + 1)) / operations.length)
    for (; tally.images < due; tally.images += 1) {
      putImage(dir, disk.image(weatherOf(tally.images, random)))
      const verdict = judge(dir, disk.acknowledged)
      if (verdict === 'broken') tally.broken += 1
      else {
        if (verdict.lost.length > 0) tally.lost += 1
        if (verdict.partial.length > 0) tally.partial += 1
      }
    }
    if (endsAtFirstLoss && tally.lost > 0) break
  }
  return tally
}

/** Nothing arrives, half, nearly all; small and large sectors; with and without garbage. */
function weatherOf(image: number, random: () => number): Weather {
  const kept = [0, 0.5, 0.9, random()][image % 4] ?? 0
  return {
    kept,
    sectorBytes: image % 3 === 0 ? 4096 : 512,
    garbage: image % 2 === 0 ? 0 : 0.5,
    random,
  }
}

function putImage(dir: string, files: ReadonlyMap<string, Buffer>): void {
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
  for (const [name, content] of files) writeFileSync(join(dir, name), content)
}

type Judge = (
  dir: string,
  acknowledged: readonly string[],
) => { readonly lost: readonly string[]; readonly partial: readonly string[] } | 'broken'

function judgeSales(dir: string, acknowledged: readonly string[]): ReturnType<Judge> {
  try {
    return judgeFile(join(dir, 'till.db'), acknowledged)
  } catch {
    return 'broken'
  }
}

function judgeMigration(dir: string): ReturnType<Judge> {
  try {
    return { lost: [], partial: faultsAfterMigration(dirname(dir)) }
  } catch {
    return 'broken'
  }
}
