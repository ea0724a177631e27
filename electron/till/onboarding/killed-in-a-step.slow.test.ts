/**
 * The first start of a shop, killed behind every single write of every step: the next start stands
 * at that step or behind it, nothing of it is half, and done again it is as if nothing had been.
 */
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  killedMoments,
  secretsFrom,
  type KilledMoment,
} from '../../../test/support/killed-moments.ts'
import { must } from '../../../test/support/must.ts'
import { NARROW_MODEL, typedPrinter } from '../../../test/support/printer-models.ts'
import { FIXTURE_SHOP } from '../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'
import { nextStep } from '#shared/onboarding/guide.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import { openDatabase } from '../tables/open-database.ts'
import { tillFolder } from '../kernel/till-folder.ts'
import type { TillOptions } from '../options.ts'

const { fixture } = fixturePerTest()
const PIN = '3690'
const URL = 'https://dte.example'
const KEY = 'secret-key-1'
const PRINTER = typedPrinter('generic-80')
const EMPTY = {
  isSetUp: false,
  embedded: { baseUrl: () => 'http://127.0.0.1:2', apiKey: () => 'key' },
  asksFirst: true,
  serviceUrlFromHost: null,
  apiKeyFromHost: null,
  pinCost: 4,
} as const

/** What a person does at each step, from wherever it stands. */
const PLAYED: readonly (readonly [name: string, play: (api: TillApi) => Promise<unknown>])[] = [
  ['begins', async (api) => must(api.moveGuide({ to: 'begin' }))],
  [
    'types address and key',
    async (api) => must(await api.saveSettings({ serviceUrl: URL, apiKey: KEY })),
  ],
  ['tests them', async (api) => must(await api.testService())],
  ['saves the shop', async (api) => must(await api.saveSettings({ shop: FIXTURE_SHOP }))],
  [
    'says its emission model',
    async (api) => must(await api.saveSettings({ emissionModel: 'card-voucher' })),
  ],
  ['compares the key', async (api) => must(await api.testService())],
  [
    'chooses a printer',
    async (api) => {
      const known = api.bootstrap().printers.find(({ name }) => name === PRINTER.name)
      const { id } = known ?? must(api.addPrinter(PRINTER))
      must(await api.saveSettings({ printerId: id }))
      must(api.answerGuide({ step: 'printer', answer: 'done' }))
    },
  ],
  [
    'is the owner',
    async (api) => {
      if (!api.staff().isOn)
        must(await api.saveStaff({ staffId: null, name: 'Paula', role: 'owner', pin: PIN }))
    },
  ],
  ['leaves the goods', async (api) => must(api.answerGuide({ step: 'catalogue', answer: 'done' }))],
  [
    'wants shifts',
    async (api) => {
      must(await api.saveSettings({ usesShifts: true }))
      must(api.answerGuide({ step: 'shift', answer: 'done' }))
    },
  ],
  [
    'prints a test sale',
    async (api) => {
      must(await api.printTrialSale())
      must(api.answerGuide({ step: 'trial', answer: 'done' }))
    },
  ],
  ['ends', async (api) => must(api.moveGuide({ to: 'finish' }))],
]

beforeEach(() => {
  fixture.printer.models = () => [{ ...NARROW_MODEL, id: 'generic-80', widthMm: 80, dots: 576 }]
})

type SecretsOf = ReturnType<typeof secretsFrom>
const openWith = (dataDir: string, { of }: SecretsOf, asked: Partial<TillOptions> = {}) =>
  fixture.open({
    ...EMPTY,
    ...asked,
    dataDir,
    serviceKey: of('key'),
    ownSecret: of('own'),
    pinPepper: of('pepper'),
  })

/** An open till of an empty folder, and what any work on it leaves behind each of its writes. */
async function watchedTill() {
  const { dataDir } = fixture
  openDatabase(tillFolder(dataDir).database).close()
  let onSave: (all: ReadonlyMap<string, string | null>) => void = () => {}
  const secrets = secretsFrom(new Map(), (all) => onSave(all))
  const till = await openWith(dataDir, secrets)
  return {
    till,
    momentsOf: (work: () => Promise<unknown>) =>
      killedMoments(dataDir, new Map(secrets.kept), (hear) => {
        onSave = hear
        return work()
      }),
  }
}

let laid = 0
function openedAt({ layInto, secrets }: KilledMoment, asked: Partial<TillOptions> = {}) {
  const again = join(fixture.dataDir, `laid-${(laid += 1)}`)
  layInto(again)
  return openWith(again, secretsFrom(secrets), asked)
}

async function served(api: TillApi) {
  const { isOn, current, members } = api.staff()
  if (isOn && current === null) must(await api.signIn({ staffId: members[0]?.id ?? '', pin: PIN }))
}

const doneIn = (api: TillApi) =>
  api
    .guide()
    .steps.filter(({ state }) => state === 'done')
    .map(({ step }) => step)

/** All that somebody could miss, or find twice. */
async function standsAt(api: TillApi) {
  await served(api)
  const { printerId, ...settings } = api.settings()
  return {
    guide: api.guide(),
    missing: api.bootstrap().missing,
    settings,
    printer: api.bootstrap().printers.find(({ id }) => id === printerId)?.name,
    printers: api.bootstrap().printers.map(({ name }) => name),
    people: api.staff().members.map(({ name, role }) => [name, role]),
    log: changesIn(api),
  }
}

/** Coming to the counter again is no change. */
const changesIn = (api: TillApi) =>
  must(api.audit({ cursor: null, limit: 100 }))
    .rows.filter(({ action }) => action !== 'sign-in')
    .map(({ action, detail }) => JSON.stringify([action, detail]))
    .filter((row) => !row.includes('tested'))
    .sort()

describe('killed behind any write', () => {
  it.each([
    ['nobody has said what the folder is for: it asks', 'choose', { asksFirst: true }],
    ['a shop was chosen in the practice: it begins', 'open', { asksFirst: false, hasChosen: true }],
  ] as const)('of the first start of all, where %s', async (_, guide, asked) => {
    const { dataDir } = fixture
    openDatabase(tillFolder(dataDir).database).close()
    const moments = await killedMoments(dataDir, new Map(), async (onSave) => {
      await openWith(dataDir, secretsFrom(new Map(), onSave), asked)
    })
    expect(moments.length).toBeGreaterThan(3)
    for (const [at, moment] of moments.entries()) {
      const till = await openedAt(moment, asked)
      expect(till.api.bootstrap(), `write ${at}`).toMatchObject({ guide, isDemo: false })
      expect(till.api.guide()).toMatchObject({ phase: guide, productCount: 0 })
      await till.stop()
    }
  })

  it('of any step: the guide goes on there, and the step done again leaves nothing twice', async () => {
    const { till, momentsOf } = await watchedTill()
    let writes = 0
    for (const [name, play] of PLAYED) {
      const before = doneIn(till.api)
      const moments = await momentsOf(() => play(till.api))
      const whole = await standsAt(till.api)
      // The shop's RUT opens the question whose the key is anew.
      const stays = new Set(doneIn(till.api))
      expect(moments.length, name).toBeGreaterThan(0)
      for (const [at, moment] of moments.entries()) {
        const next = await openedAt(moment)
        await served(next.api)
        const where = `${name}, killed behind write ${at + 1} of ${moments.length}`
        // Never behind what was done before this step, and done is done.
        const done = doneIn(next.api)
        expect(
          before.filter((step) => stays.has(step) && !done.includes(step)),
          where,
        ).toEqual([])
        if (at === moments.length - 1) expect(await standsAt(next.api), where).toEqual(whole)
        await play(next.api)
        expect(await standsAt(next.api), where).toEqual(whole)
        await next.stop()
        writes += 1
      }
    }
    expect(nextStep(till.api.guide().steps, null)).toBeNull()
    expect(writes).toBeGreaterThan(PLAYED.length)
  })
})

it('a key on its way to the disk is never one for the address that was typed before it', async () => {
  const { till, momentsOf } = await watchedTill()
  must(await till.api.saveSettings({ serviceUrl: 'https://mistyped.example' }))
  const typed = { serviceUrl: URL, apiKey: KEY }
  const moments = await momentsOf(async () => must(await till.api.saveSettings(typed)))
  const seen: unknown[] = []
  for (const moment of moments) {
    const { api } = await openedAt(moment)
    const { serviceUrl, apiKeyTail } = api.settings()
    seen.push([serviceUrl, apiKeyTail])
    if (serviceUrl !== URL) expect(api.bootstrap().missing).toContain('key')
  }
  expect(seen.at(-1)).toEqual([URL, KEY.slice(-4)])
  expect(seen.slice(0, -1)).toContainEqual(['https://mistyped.example', null])
})

it('a printer that is taken away is there and chosen, or neither', async () => {
  const { till, momentsOf } = await watchedTill()
  const { id } = must(till.api.addPrinter(PRINTER))
  must(await till.api.saveSettings({ printerId: id }))
  const moments = await momentsOf(async () => must(till.api.removePrinter(id)))
  expect(moments.length).toBeGreaterThan(0)
  for (const moment of moments) {
    const { api } = await openedAt(moment)
    const isThere = api.bootstrap().printers.some((printer) => printer.id === id)
    if (isThere) must(api.removePrinter(id))
    expect(api.bootstrap().printers).toEqual([])
    expect(changesIn(api).filter((row) => row.includes('"from":"Epson"'))).toHaveLength(1)
  }
})
