/**
 * A till has a witness outside its folder: what is a copy, older or short of sales opens in doubt,
 * says so, and prints no second original.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MachinePrint } from '#shared/backup/witness.ts'
import { must } from '../../../../../test/support/must.ts'
import { sellOf, tillFixture, UNREACHABLE } from '../../../../../test/support/till-fixture.ts'
import type { TillFixture } from '../../../../../test/support/till-fixture.ts'
import { createFileSecretStore } from '../../../adapters/system.ts'
import { checkTill, restoreTill } from '../support-desk.ts'
import { makeBackup } from '../make-backup.ts'
import { tillFolder } from '../../../kernel/till-folder.ts'
import type { TillOptions } from '../../../options.ts'
import type { Till } from '../../../till.ts'
import { withWitness } from './check-witness.ts'
import { createWitnessFiles } from './witness-files.ts'

const HERE: MachinePrint = { system: 'here', parts: ['card'] }
const CHARGED = 25

let fixture: TillFixture
let outside: string
let honest: TillFixture['service']['answer']
beforeEach(() => {
  fixture = tillFixture()
  outside = mkdtempSync(join(tmpdir(), 'meson-state-'))
  honest = fixture.service.answer
})
afterEach(async () => {
  await fixture.close()
  rmSync(outside, { recursive: true, force: true })
})

interface Where {
  readonly dataDir?: string
  readonly machine?: MachinePrint
  readonly state?: string
}

const at = (name: string) => join(outside, name)
const open = ({ dataDir = fixture.dataDir, machine = HERE, state = 'state' }: Where = {}) =>
  fixture.open({
    dataDir,
    ...keeping(dataDir),
    witness: createWitnessFiles(at(state), async () => machine),
  })
const keeping = (dataDir: string): Pick<TillOptions, 'ownSecret'> => ({
  ownSecret: createFileSecretStore(tillFolder(dataDir).ownSecret),
})
const doubtOf = ({ api }: Till) => api.status().doubt ?? null
const log = ({ api }: Till) =>
  must(api.audit({ cursor: null, limit: 20 })).rows.map(({ action }) => action)
const banners = () => fixture.printer.printed.map(({ banner }) => banner)
const sell = (till: Till, count: number) => {
  for (let sale = 0; sale < count; sale += 1) sellOf(till.api, '201')
}
const settled = () =>
  fixture.until(() => fixture.service.created().length > 0 && fixture.printer.printed.length > 0)
/** As a computer that was switched off left it: with its log. */
function copyTo(name: string): string {
  cpSync(fixture.dataDir, at(name), {
    recursive: true,
    filter: (file) => !/lock\.db|in-use-by/.test(file),
  })
  return at(name)
}
/** Puts a copy in the place of what is here. */
function putBack(copy: string): void {
  rmSync(fixture.dataDir, { recursive: true })
  cpSync(copy, fixture.dataDir, { recursive: true })
}
const cutOff = () => {
  fixture.service.answer = () => UNREACHABLE
}
const connect = () => {
  fixture.service.answer = honest
}

it('a till never seen before is new, and one that goes on is itself', async () => {
  const till = await open()
  expect(doubtOf(till)).toBeNull()
  sell(till, 2)
  await till.stop()
  const again = await open()
  expect(doubtOf(again)).toBeNull()
  await settled()
  expect(banners().every((banner) => banner === null)).toBe(true)
})

describe('charged, and fewer left than the machine saw', () => {
  /** What a computer that lost its power after 25 sales has on its disk. */
  async function fell(): Promise<string> {
    cutOff()
    const till = await open()
    sell(till, CHARGED)
    const left = copyTo('fell')
    await till.stop()
    return `${tillFolder(left).database}-wal`
  }

  it.each([
    [
      'a bit turned in the log',
      (log: string) => {
        const bytes = readFileSync(log)
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
        writeFileSync(log, bytes)
      },
    ],
    ['the log deleted', (log: string) => rmSync(log)],
    [
      'the log cut short',
      (log: string) => writeFileSync(log, readFileSync(log).subarray(0, 99_999)),
    ],
  ])('%s is a question to a person', async (_, spoil) => {
    const log = await fell()
    spoil(log)
    putBack(at('fell'))
    const checked = withWitness(checkTill(fixture.dataDir), fixture.dataDir, at('state'))
    expect(checked.isWhole).toBe(false)
    expect(checked.sentences.at(-1)).toContain(`hasta la venta o devolución N° ${CHARGED}`)
    const till = await open()
    const doubt = doubtOf(till)
    expect(doubt).toMatchObject({ reason: 'fewer-sales', salesSeen: CHARGED, word: null })
    expect(doubt?.salesHere).toBeLessThan(CHARGED)
    await till.stop()
  })

  it('and nothing is asked where the log is as it was', async () => {
    await fell()
    putBack(at('fell'))
    const checked = withWitness(checkTill(fixture.dataDir), fixture.dataDir, at('state'))
    expect(checked.isWhole).toBe(true)
    expect(doubtOf(await open())).toBeNull()
  })
})

it('a folder put back from yesterday is a question, also when as much was sold since', async () => {
  const first = await open()
  sell(first, 3)
  await first.stop()
  const yesterday = copyTo('yesterday')
  const today = await open()
  sell(today, 2)
  await today.stop()
  putBack(yesterday)
  const back = await open()
  expect(doubtOf(back)).toMatchObject({ reason: 'fewer-sales', salesHere: 3, salesSeen: 5 })
  expect(log(back)).toContain('till-in-doubt')
  await back.stop()
  // Answered or not, it is not put back a second time in silence.
  putBack(yesterday)
  expect(doubtOf(await open())).not.toBeNull()
})

it('a folder that was opened since, with nothing sold, is older', async () => {
  const first = await open()
  sell(first, 1)
  await first.stop()
  const yesterday = copyTo('yesterday')
  await (await open()).stop()
  putBack(yesterday)
  expect(doubtOf(await open())).toMatchObject({ reason: 'older', salesHere: 1, salesSeen: 1 })
})

describe('a copied folder', () => {
  it('prints no second original of what waited, and the first goes on undisturbed', async () => {
    cutOff()
    const first = await open()
    sell(first, 3)
    const dataDir = copyTo('copy')
    const copy = await open({ dataDir })
    expect(doubtOf(copy)).toMatchObject({ reason: 'copied', salesHere: 3 })
    connect()
    const printedBy = async (till: Till) => {
      const before = fixture.printer.printed.length
      must(await till.api.testService())
      await fixture.until(() => till.api.status().pendingCount === 0)
      await fixture.until(() => till.api.status().printQueueCount === 0)
      return fixture.printer.printed.slice(before).map(({ banner }) => banner)
    }
    expect(new Set(await printedBy(copy))).toEqual(new Set(['COPIA']))
    await copy.stop()
    await printedBy(first)
    expect(doubtOf(first)).toBeNull()
    await first.stop()
    expect(doubtOf(await open())).toBeNull()
    expect(fixture.service.created()).toHaveLength(3)
  })

  it('started while the first lives is a till of its own once a person says so', async () => {
    const first = await open()
    sell(first, 2)
    await settled()
    const dataDir = copyTo('copy')
    const copy = await open({ dataDir })
    sell(copy, 1)
    expect(await copy.api.answerDoubt({ word: 'second', registerNumber: null })).toMatchObject({
      ok: false,
      refusal: { code: 'DOUBT_NEEDS_NUMBER', field: 'registerNumber' },
    })
    must(await copy.api.answerDoubt({ word: 'second', registerNumber: 7 }))
    await fixture.until(() => doubtOf(copy) === null)
    expect(copy.api.settings().registerNumber).toBe(7)
    const before = fixture.printer.printed.length
    sell(copy, 1)
    await fixture.until(() => fixture.printer.printed.length > before + 1)
    expect(banners().at(-1)).toBeNull()
    await Promise.all([first.stop(), copy.stop()])
    expect(doubtOf(await open())).toBeNull()
    expect(doubtOf(await open({ dataDir }))).toBeNull()
  })

  it('that goes on alone retires the first, which says so when it is opened again', async () => {
    const first = await open()
    sell(first, 2)
    await settled()
    const dataDir = copyTo('copy')
    await first.stop()
    const copy = await open({ dataDir })
    must(await copy.api.answerDoubt({ word: 'goes-on', registerNumber: null }))
    await fixture.until(() => doubtOf(copy) === null)
    await copy.stop()
    const again = await open()
    expect(doubtOf(again)).toMatchObject({ reason: 'retired', isOwn: false, word: null })
    await again.stop()
    // The one that goes on is told of nothing.
    expect(doubtOf(await open({ dataDir }))).toBeNull()
  })

  it('on another computer is told to the first by the service, as soon as it knows its sales', async () => {
    cutOff()
    const first = await open()
    sell(first, 2)
    const dataDir = copyTo('copy')
    await first.stop()
    const there = { dataDir, machine: { system: 'there', parts: ['other'] }, state: 'other' }
    const copy = await open(there)
    connect()
    must(await copy.api.answerDoubt({ word: 'goes-on', registerNumber: null }))
    must(await copy.api.testService())
    await fixture.until(() => doubtOf(copy) === null)
    await copy.stop()
    const again = await open()
    await fixture.until(() => again.api.status().pendingCount === 0)
    expect(again.api.status().copyProven).toMatchObject({ count: 2 })
    expect(log(again)).toContain('copy-proven')
    expect(fixture.service.created()).toHaveLength(2)
  })

  it('is the same till where the first is gone: a folder that was moved', async () => {
    const first = await open()
    sell(first, 1)
    await first.stop()
    const dataDir = copyTo('moved')
    rmSync(fixture.dataDir, { recursive: true })
    expect(doubtOf(await open({ dataDir }))).toBeNull()
  })

  it('of a till that never sold is simply new, and disturbs nobody', async () => {
    const first = await open()
    const dataDir = copyTo('copy')
    const copy = await open({ dataDir })
    expect([doubtOf(first), doubtOf(copy)]).toEqual([null, null])
    sell(first, 1)
    await first.stop()
    sell(copy, 2)
    await copy.stop()
    expect([doubtOf(await open()), doubtOf(await open({ dataDir }))]).toEqual([null, null])
  })
})

describe('another machine', () => {
  const other: MachinePrint = { system: 'there', parts: ['other card'] }
  it.each([
    ['a copied folder on another computer', { machine: other, state: 'other' }, 'other-machine'],
    ['a cloned disk', { machine: { ...HERE, parts: ['other card'] } }, 'other-machine'],
    ['another user, or lost files of this one', { state: 'other' }, 'unwitnessed'],
  ] as const)('%s asks, and stays in doubt over restarts', async (_, where, reason) => {
    const first = await open()
    sell(first, 1)
    await first.stop()
    const there = await open(where)
    expect(doubtOf(there)).toMatchObject({ reason, isOwn: false, word: null })
    await there.stop()
    const again = await open(where)
    expect(doubtOf(again)).toMatchObject({ reason, word: null })
    must(await again.api.answerDoubt({ word: 'goes-on', registerNumber: null }))
    await fixture.until(() => doubtOf(again) === null)
    expect(log(again)).toEqual(
      expect.arrayContaining(['till-in-doubt', 'doubt-answered', 'doubt-ended']),
    )
    await again.stop()
    expect(doubtOf(await open(where))).toBeNull()
  })

  it('a computer that got another card is the same one', async () => {
    const first = await open({ machine: { ...HERE, parts: ['card', 'second card'] } })
    sell(first, 1)
    await first.stop()
    expect(doubtOf(await open({ machine: { ...HERE, parts: ['second card'] } }))).toBeNull()
  })
})

describe('a backup that a person restores', () => {
  const backUp = () => {
    const { database, backups } = tillFolder(fixture.dataDir)
    const at = fixture.clock.now()
    return makeBackup({ databaseFile: database, backupDir: backups, at, reason: 'asked' }).file
  }

  it('asks nobody again where it is this till’s own, and says COPIA until the service answered', async () => {
    cutOff()
    const first = await open()
    sell(first, 2)
    const file = backUp()
    sell(first, 1)
    await first.stop()
    restoreTill(fixture.dataDir, file, fixture.clock.now())
    const back = await open()
    expect(doubtOf(back)).toMatchObject({ reason: 'restored', isOwn: true, word: 'goes-on' })
    // Until then no paper is the first, of what is sold now neither.
    sell(back, 1)
    await fixture.until(() => fixture.printer.printed.length > 0)
    expect(banners()).toEqual(['COPIA'])
    connect()
    must(await back.api.testService())
    await fixture.until(() => doubtOf(back) === null)
    expect(fixture.service.created()).toHaveLength(4)
    const before = fixture.printer.printed.length
    sell(back, 1)
    await fixture.until(() => fixture.printer.printed.length > before)
    expect(banners().at(-1)).toBeNull()
    await back.stop()
    expect(doubtOf(await open())).toBeNull()
  })

  it('asks on another computer whether the first goes on', async () => {
    const first = await open()
    sell(first, 2)
    const file = backUp()
    await first.stop()
    const dataDir = at('there')
    restoreTill(dataDir, file, fixture.clock.now())
    const machine = { system: 'there', parts: ['other card'] }
    const there = await open({ dataDir, machine, state: 'other' })
    expect(doubtOf(there)).toMatchObject({ reason: 'restored', isOwn: false, word: null })
  })
})

it('a machine that can keep nothing keeps no till from selling, and doubts nobody', async () => {
  writeFileSync(at('full'), 'a file where the folder should be')
  const state = 'full'
  const till = await open({ state })
  sell(till, 1)
  await till.stop()
  expect(doubtOf(await open({ state }))).toBeNull()
})
