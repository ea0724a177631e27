/** A shop whose terminal is a Mercado Pago Point, told by the core over real HTTP. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Till } from '#till/till.ts'
import { createFileSecretStore } from '../adapters/system.ts'
import { tillFolder } from '../kernel/till-folder.ts'
import { COFFEE, LIMIT_MS, named, refused } from '../../../test/support/card-counter.ts'
import { must } from '../../../test/support/must.ts'
import {
  httpToPoint,
  playPointService,
  POINT_TERMINAL,
  POINT_TOKEN,
  type PlayedPoint,
} from '../../../test/support/point-service.ts'
import {
  cartOf,
  commitOf,
  FIXTURE_SHOP,
  keptOf,
  tillFixture,
  type TillFixture,
} from '../../../test/support/till-fixture.ts'

const POINT = { kind: 'point', method: 'TC', terminalId: POINT_TERMINAL } as const

let fixture: TillFixture
let service: PlayedPoint
let till: Till
let logged: string[]

async function reopen(changes: Parameters<TillFixture['open']>[0] = {}) {
  till = await fixture.open({
    accountHttp: httpToPoint(fixture.clock, service),
    cardSecret: createFileSecretStore(tillFolder(fixture.dataDir).cardToken),
    log: (what, detail) => void logged.push(`${what} ${JSON.stringify(detail)}`),
    ...changes,
  })
}
beforeEach(async () => {
  fixture = tillFixture()
  logged = []
  service = await playPointService({ nowMs: fixture.clock.monotonicMs })
  await reopen()
})
afterEach(async () => {
  await fixture.close()
  await service.stop()
})

const link = (token: string | null) => fixture.clock.waitFor(till.api.linkCardAccount({ token }))
async function linked() {
  must(await link(POINT_TOKEN))
  must(await till.api.saveSettings({ cardTerminal: POINT }))
}
function open() {
  const cart = cartOf(till.api, COFFEE)
  must(till.api.openSale(keptOf(cart)))
  return commitOf(till.api, cart, 'TC')
}
async function ended<Value>(work: Promise<Value>): Promise<Value> {
  const done: { value?: Value } = {}
  void work.then((value) => (done.value = value))
  await fixture.until(() => 'value' in done, LIMIT_MS)
  return done.value as Value
}
const tried = () => fixture.clock.waitFor(till.api.tryCardTerminal(POINT))
const untilOrdered = () => fixture.until(() => service.newest()?.status === 'created', LIMIT_MS)

describe('the account', () => {
  it('is kept once it has answered with its terminals, and its token is never said again', async () => {
    expect(refused(await link(''))).toBe('CARD_ACCOUNT_NEEDED')
    expect(refused(await link('mi clave'))).toBe('CARD_TOKEN_NOT_VALID')
    expect(refused(await link('TEST-1234567890-112820'))).toBe('CARD_TOKEN_NOT_VALID')
    expect(refused(await link('APP_USR-0000000000-not-this-one'))).toBe('CARD_TOKEN_REFUSED')
    service.faults.push('cut')
    expect(refused(await link(POINT_TOKEN))).toBe('CARD_ACCOUNT_AWAY')
    expect(refused(await link(''))).toBe('CARD_ACCOUNT_NEEDED')
    expect(must(await link(` ${POINT_TOKEN} `))).toEqual([
      { id: POINT_TERMINAL, takesOrders: true },
    ])
    expect(must(await link(''))).toHaveLength(1)
    must(await till.api.saveSettings({ cardTerminal: POINT }))
    const shown = JSON.stringify([till.api.settings(), till.api.bootstrap()])
    await till.stop()
    expect(shown + logged.join('\n')).not.toContain(POINT_TOKEN)
    const { database, cardToken } = tillFolder(fixture.dataDir)
    expect(readFileSync(database, 'latin1')).not.toContain(POINT_TOKEN)
    expect(JSON.parse(readFileSync(cardToken, 'utf8'))).toEqual({
      tokens: { [FIXTURE_SHOP.rut]: POINT_TOKEN },
    })
  })

  it('is no account of another shop that finds its token on this computer', async () => {
    await linked()
    const shop = { ...FIXTURE_SHOP, rut: '60803000-K' }
    must(await till.api.saveSettings({ shop }))
    expect(refused(await link(''))).toBe('CARD_ACCOUNT_NEEDED')
    expect(must(await tried())).toBe('no-permission')
    must(await link(POINT_TOKEN))
    expect(must(await tried())).toBe('ready')
    must(await link(null))
    must(await till.api.saveSettings({ shop: FIXTURE_SHOP }))
    expect(must(await tried())).toBe('ready')
  })

  it('is found where an earlier till has kept it', async () => {
    await linked()
    await till.stop()
    const { cardToken } = tillFolder(fixture.dataDir)
    await createFileSecretStore(cardToken).save(
      JSON.stringify({ rut: FIXTURE_SHOP.rut, token: POINT_TOKEN }),
    )
    await reopen()
    expect(must(await tried())).toBe('ready')
  })

  it('that cannot be read is no other one’s place while one of its charges is open', async () => {
    await linked()
    void till.api.chargeCard(open())
    await untilOrdered()
    service.show()
    const shop = { ...FIXTURE_SHOP, rut: '60803000-K' }
    expect(refused(await till.api.saveSettings({ shop }))).toBe('CARD_STILL_OPEN')
    await till.stop()
    const { cardToken } = tillFolder(fixture.dataDir)
    rmSync(cardToken)
    mkdirSync(cardToken)
    await reopen()
    await fixture.until(() => till.api.status().cards?.[0]?.state === 'unknown', LIMIT_MS)
    rmSync(cardToken, { recursive: true })
    service.hidesOrders = true
    expect(refused(await link(POINT_TOKEN))).toBe('CARD_STILL_OPEN')
    expect(refused(await link(null))).toBe('CARD_STILL_OPEN')
    service.hidesOrders = false
    must(await link(POINT_TOKEN))
    service.end('processed')
    await fixture.until(() => till.api.status().cards?.[0]?.state === 'approved', LIMIT_MS)
  })

  it('is pasted again where the file of its token cannot be read, and the till opens', async () => {
    await linked()
    await till.stop()
    const { cardToken, mailPassword } = tillFolder(fixture.dataDir)
    rmSync(cardToken)
    for (const file of [cardToken, mailPassword]) mkdirSync(file)
    await reopen({ mailSecret: createFileSecretStore(mailPassword) })
    expect(refused(await link(''))).toBe('CARD_ACCOUNT_NEEDED')
    expect(logged.filter((line) => line.startsWith('a kept secret cannot be read'))).toHaveLength(2)
    rmSync(cardToken, { recursive: true })
    must(await link(POINT_TOKEN))
  })

  it('shows all of its terminals, however many', async () => {
    service.others = 120
    expect(must(await link(POINT_TOKEN))).toHaveLength(121)
    service.others = 100_000
    expect(must(await link(''))).toHaveLength(1_000)
  })

  it('is forgotten on its owner’s word, and no amount reaches its terminal any more', async () => {
    await linked()
    expect(must(await link(null))).toEqual([])
    await till.stop()
    await reopen()
    expect(must(await ended(till.api.chargeCard(open())))).toMatchObject({
      state: 'declined',
      code: 'UNSENT',
    })
    expect(service.orders()).toEqual([])
  })

  it('stays while nobody knows how one of its charges ended', async () => {
    await linked()
    const charging = till.api.chargeCard(open())
    await untilOrdered()
    expect(refused(await link(null))).toBe('CARD_STILL_OPEN')
    service.end('canceled')
    expect(must(await ended(charging))).toMatchObject({ state: 'declined', code: '07' })
  })

  it('whose token was renewed goes on asking for the charge that is open', async () => {
    await linked()
    void till.api.chargeCard(open())
    await untilOrdered()
    service.show()
    service.token = 'APP_USR-1234567890-112921-renewed-42'
    await fixture.until(() => till.api.status().cards?.[0]?.state === 'unknown', LIMIT_MS)
    expect(refused(await link(POINT_TOKEN))).toBe('CARD_TOKEN_REFUSED')
    must(await link(service.token))
    service.end('processed')
    await fixture.until(() => till.api.status().cards?.[0]?.state === 'approved', LIMIT_MS)
  })

  it.each([
    ['terminal', { terminal: 'NEWLAND_N950__ANOTHER' }],
    ['order', { hidesOrders: true }],
  ])('is not changed for one that has not the %s of an open charge', async (_, other) => {
    await linked()
    void till.api.chargeCard(open())
    await untilOrdered()
    service.show()
    await till.stop()
    await reopen()
    await fixture.until(() => till.api.status().cards?.[0]?.state === 'unknown', LIMIT_MS)
    Object.assign(service, other)
    expect(refused(await link(POINT_TOKEN))).toBe('CARD_STILL_OPEN')
  })
})

it('is not another one by a card that came while it was asked', async () => {
  await linked()
  const sale = open()
  const other = till.api.linkCardAccount({ token: POINT_TOKEN })
  const charging = till.api.chargeCard(sale)
  expect(refused(await fixture.clock.waitFor(other))).toBe('CARD_STILL_OPEN')
  await untilOrdered()
  service.end('processed')
  expect(must(await ended(charging)).state).toBe('approved')
})

describe('a sale', () => {
  it('gets its amount there by itself, and says how its card paid', async () => {
    await linked()
    const sale = open()
    const charging = till.api.chargeCard(sale)
    await untilOrdered()
    service.end('processed')
    const sold = must(till.api.commitSale(named(sale, must(await ended(charging)))))
    expect(sold.payments).toMatchObject([
      { method: 'TC', totalClp: 1_996, reference: 'Débito Op. 123456789012' },
    ])
    expect([...service.paid.values()]).toEqual([1])
  })

  it.each(['lost', 'cut'] as const)(
    'of a till that fell after an answer that was %s is paid once, and known',
    async (fault) => {
      await linked()
      service.faults.push(fault)
      const sale = open()
      void till.api.chargeCard(sale)
      await fixture.until(() => (till.api.status().cards ?? [])[0]?.state === 'unknown', LIMIT_MS)
      await till.stop()
      if (fault === 'lost') service.end('processed')
      await reopen()
      await fixture.until(() => service.newest() !== undefined, LIMIT_MS)
      if (fault === 'cut') service.end('processed')
      await fixture.until(() => (till.api.status().cards ?? [])[0]?.state === 'approved', LIMIT_MS)
      const [card] = till.api.status().cards ?? []
      must(till.api.commitSale(named(sale, card as NonNullable<typeof card>)))
      expect([...service.paid.values()]).toEqual([1])
      expect(service.orders()).toHaveLength(1)
    },
  )

  it('of yesterday is asked for by its own number, and nothing appears on the terminal', async () => {
    await linked()
    void till.api.chargeCard(open())
    await untilOrdered()
    await till.stop()
    await fixture.clock.advance(12 * 3_600_000)
    await reopen()
    await fixture.until(() => (till.api.status().cards ?? [])[0]?.state === 'declined', LIMIT_MS)
    expect(service.orders().map(({ status }) => status)).toEqual(['expired'])
    expect(service.asked.filter((line) => line === 'POST /v1/orders')).toHaveLength(1)
  })

  it('of which a person said no is found charged after the next start', async () => {
    await linked()
    void till.api.chargeCard(open())
    await untilOrdered()
    service.show()
    service.faults.push(...Array.from({ length: 2_000 }, () => 'cut' as const))
    const [asked] = till.api.status().cards ?? []
    const { attemptId = '' } = asked ?? {}
    await fixture.until(() => till.api.status().cards?.[0]?.asksPerson === true, LIMIT_MS)
    const no = { attemptId, isCharged: false, authorization: '', approvalId: null }
    expect(must(till.api.settleCard(no)).state).toBe('declined-by-hand')
    await till.stop()
    service.faults.length = 0
    service.end('processed')
    await fixture.clock.advance(3_600_000)
    await reopen()
    await fixture.until(() => till.api.status().cards?.[0]?.state === 'approved', LIMIT_MS)
    expect([...service.paid.values()]).toEqual([1])
  })

  it('that the terminal has not taken is cancelled from the till, and only then', async () => {
    await linked()
    const sale = open()
    const charging = till.api.chargeCard(sale)
    await untilOrdered()
    const attemptId = till.api.status().cards?.[0]?.attemptId ?? ''
    const cancel = () => fixture.clock.waitFor(till.api.cancelCard({ attemptId }))
    await fixture.until(() => till.api.status().cards?.[0]?.step === 'NOT_TAKEN', 10_000)
    service.faults.push('cut')
    expect(refused(await cancel())).toBe('CARD_CANCEL_UNHEARD')
    expect(till.api.status().cards?.[0]?.state).toBe('asked')
    must(await cancel())
    expect(must(await ended(charging))).toMatchObject({ state: 'declined', code: '07' })
    expect(refused(await cancel())).toBe('CARD_MOVED_ON')
    const again = till.api.chargeCard(sale)
    await untilOrdered()
    service.show()
    const [shown] = till.api.status().cards ?? []
    const late = till.api.cancelCard({ attemptId: shown?.attemptId ?? '' })
    expect(refused(await fixture.clock.waitFor(late))).toBe('CARD_AT_TERMINAL')
    service.end('processed')
    expect(must(await ended(again)).state).toBe('approved')
  })

  it('that only a person could tell is followed until the service says how it ended', async () => {
    await linked()
    void till.api.chargeCard(open())
    await untilOrdered()
    service.show()
    service.end('action_required')
    await fixture.until(() => till.api.status().cards?.[0]?.state === 'person', LIMIT_MS)
    service.end('canceled')
    await fixture.until(() => till.api.status().cards?.[0]?.code === '07', LIMIT_MS)
    expect(till.api.status().cards).toMatchObject([{ state: 'declined' }])
  })

  it('says at once whether the terminal is there', async () => {
    await linked()
    expect(must(await tried())).toBe('ready')
    service.mode = 'STANDALONE'
    expect(must(await tried())).toBe('restart')
    service.token = 'APP_USR-taken-back-by-its-owner'
    expect(must(await tried())).toBe('no-permission')
  })
})
