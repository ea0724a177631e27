/** A sale paid at a played terminal, told by the core: disk, wire, sale and people. */
import { frameOf } from '#shared/card/frame.ts'
import { saleOf } from '#shared/card/messages.ts'
import { describe, expect, it } from 'vitest'
import { clp } from '#shared/money/clp.ts'
import type { CommitInput } from '#shared/selling/inputs.ts'
import type { Till } from '#till/till.ts'
import { bytesOf } from '../../../test/support/bytes-of.ts'
import {
  cardCounter,
  COFFEE,
  LIMIT_MS,
  named,
  refused,
} from '../../../test/support/card-counter.ts'
import { CREW } from '../../../test/support/crew.ts'
import { must } from '../../../test/support/must.ts'
import { FLOAT_CLP, handsOf } from '../../../test/support/shift-till.ts'
import { TRANSBANK } from '../../../test/support/played-cable.ts'
import { cartOf, keptOf, receiptOf } from '../../../test/support/till-fixture.ts'

const PERSON_MS = 100_000

const counter = cardCounter()
const { open, done, charge, onDisk, cards, paidBefore, deaf, hears, states } = counter
const inCash = (sale: CommitInput): CommitInput => ({
  ...sale,
  payments: [{ method: 'EF', amountClp: null, reference: '' }],
})

describe('a card at the terminal', () => {
  it('is on disk before its amount leaves, charged once, and pays its sale with what the terminal said', async () => {
    const before: string[][] = []
    const carry = counter.cable.toTerminal
    counter.cable.toTerminal = (bytes, deliver) => {
      before.push(states())
      carry(bytes, deliver)
    }
    const sale = open()
    const card = must(await charge(sale))
    expect(card).toMatchObject({ state: 'approved', amountClp: 1_996 })
    expect(before[0]).toEqual(['asked'])
    expect(counter.cable.terminal.bank).toMatchObject([{ amountClp: 1_996, ticket: card.ticket }])
    const sold = must(counter.till.api.commitSale(named(sale, card)))
    expect(sold.payments).toMatchObject([
      { method: 'TC', totalClp: 1_996, reference: 'Débito ****0042 Aut. A101 Op. 101' },
    ])
    expect(states()).toEqual(['settled'])
    expect(cards()).toEqual([])
    await counter.fixture.until(() => receiptOf(counter.till.api, sold.saleId).folio !== null)
    expect(counter.fixture.service.created()[0]?.body).toContain('****0042 Aut. A101')
    // The account number is nowhere, and what the voucher says in no log.
    await counter.till.stop()
    expect(bytesOf(counter.fixture.dataDir)).not.toContain('4042111122223333445')
    expect(counter.logged.join('\n')).not.toMatch(/0042|A101/)
    expect(onDisk((db) => JSON.stringify(db.prepare('SELECT * FROM audit').all()))).not.toMatch(
      /0042|A101/,
    )
  })

  it('that was not charged pays nothing, nor does one of another sale, nor one twice', async () => {
    const sale = open()
    expect(refused(counter.till.api.commitSale(sale))).toBe('CARD_NOT_CHARGED')
    const card = must(await charge(sale))
    const twice = named(sale, card, card)
    expect(refused(counter.till.api.commitSale(twice))).toBe('CARD_NOT_CHARGED')
    must(counter.till.api.commitSale(named(sale, card)))
    const other = open()
    expect(refused(counter.till.api.commitSale(named(other, card)))).toBe('CARD_NOT_CHARGED')
  })

  it('that was charged is in its sale: it is not charged in cash beside it', async () => {
    const sale = open()
    const card = must(await charge(sale))
    expect(refused(counter.till.api.commitSale(inCash(sale)))).toBe('CARD_PART_MISSING')
    // Pressed again: the same card, and no second charge.
    expect(refused(await charge(sale))).toBe('CARD_PART_MISSING')
    must(counter.till.api.commitSale(named(sale, card)))
    expect(counter.cable.terminal.bank.length).toBe(1)
    expect(counter.till.api.commitSale(named(sale, card))).toMatchObject({ ok: true })
  })

  it('declined leaves the sale open, and it is charged again', async () => {
    counter.cable.terminal.plan.outcome = '01'
    const sale = open()
    expect(must(await charge(sale))).toMatchObject({ state: 'declined', code: '01' })
    expect(cards()).toMatchObject([{ state: 'declined', code: '01' }])
    counter.cable.terminal.plan.outcome = '00'
    const card = must(await charge(sale))
    must(counter.till.api.commitSale(named(sale, card)))
    expect(states()).toEqual(['declined', 'settled'])
  })

  it('is not asked for where the sale could not be charged anyway', async () => {
    const sale = open()
    expect(refused(await charge({ ...sale, expectedTotalClp: 1 }))).toBe('TOTAL_CHANGED')
    expect(
      refused(
        await charge({ ...sale, recipient: { rut: '1', legalName: '', phone: '', email: '' } }),
      ),
    ).toBe('RUT_FORMAT')
    expect(counter.cable.terminal.seen).toEqual([])
    expect(states()).toEqual([])
  })

  it('several cards pay one sale, each with its own amount', async () => {
    const sale = open(COFFEE, '101')
    const part = (amountClp: number | null) => ({ method: 'TC', amountClp, reference: '' })
    const first = must(await charge({ ...sale, payments: [part(1_000), part(null)] }))
    expect(first.amountClp).toBe(1_000)
    const rest = must(
      await charge({ ...sale, payments: [...named(sale, first).payments, part(null)] }),
    )
    expect(rest.amountClp).toBe(2_886)
    must(counter.till.api.commitSale(named(sale, first, rest)))
    expect(counter.cable.terminal.bank.map(({ amountClp }) => amountClp)).toEqual([1_000, 2_886])
  })
})

describe('while nobody knows how it ended', () => {
  it('nothing of its sale is charged, no other amount goes there, and the next customer pays cash', async () => {
    await paidBefore()
    deaf()
    const sale = open()
    expect(must(await charge(sale))).toMatchObject({ state: 'unknown', asksPerson: false })
    expect(refused(counter.till.api.commitSale(inCash(sale)))).toBe('CARD_STILL_OPEN')
    expect(refused(await charge(sale))).toBe('CARD_STILL_OPEN')
    must(
      counter.till.api.parkSale({
        ...keptOf(cartOf(counter.till.api, COFFEE), sale.saleId),
        name: '',
      }),
    )
    const next = open()
    expect(refused(await charge(next))).toBe('CARD_STILL_OPEN')
    must(counter.till.api.commitSale(inCash(next)))
    expect(refused(await counter.till.api.saveSettings({ cardTerminal: null }))).toBe(
      'CARD_STILL_OPEN',
    )
    hears()
    await counter.fixture.until(() => cards().length === 0, LIMIT_MS)
    expect(states()).toEqual(['settled', 'declined'])
  })

  it('the answer that comes late is its proof, and the sale goes on with it', async () => {
    const sale = open()
    let held: (() => void)[] = []
    const carry = counter.cable.toTill
    counter.cable.toTill = (bytes, deliver) => void held.push(() => carry(bytes, deliver))
    expect(must(await charge(sale)).state).toBe('unknown')
    counter.cable.toTill = carry
    for (const arrive of held) arrive()
    held = []
    await counter.fixture.until(() => cards()[0]?.state === 'approved')
    must(counter.till.api.commitSale(named(sale, ...cards())))
    expect(states()).toEqual(['settled'])
  })

  it('a till that fell between the amount and the answer asks what became of it', async () => {
    const sale = open()
    void counter.till.api.chargeCard(sale)
    await counter.fixture.clock.advance(1_000)
    expect(states()).toEqual(['asked'])
    await counter.till.stop()
    await counter.reopen()
    await counter.fixture.until(() => cards()[0]?.state === 'approved', LIMIT_MS)
    expect(cards()).toMatchObject([{ saleId: sale.saleId, amountClp: 1_996 }])
    must(counter.till.api.commitSale(named(sale, ...cards())))
    expect(counter.cable.terminal.bank.length).toBe(1)
  })

  it('is not proven to be nothing before a sale can run no more, also after a restart', async () => {
    await paidBefore()
    deaf()
    void counter.till.api.chargeCard(open())
    await counter.fixture.clock.advance(1_000)
    await counter.till.stop()
    hears()
    await counter.reopen()
    await counter.fixture.clock.advance(200_000)
    expect(states()).toEqual(['settled', 'unknown'])
    await counter.fixture.until(() => states()[1] === 'declined', LIMIT_MS)
  })

  it('a person says what the paper says, not before the terminal had its time, and it is in the log', async () => {
    await hire()
    deaf()
    const sale = open()
    const { attemptId } = must(await charge(sale))
    const said = { attemptId, isCharged: true, authorization: 'Z9' }
    const settle = (word: typeof said, approvalId: string | null) =>
      counter.till.api.settleCard({ ...word, approvalId })
    expect(refused(settle(said, 'made up'))).toBe('CARD_STILL_OPEN')
    await counter.fixture.clock.advance(PERSON_MS)
    expect(cards()).toMatchObject([{ asksPerson: true }])
    expect(refused(settle(said, null))).toBe('RIGHT_REQUIRED')
    for (const authorization of [' ', '☎ 1', '\u{1F4B3}'])
      expect(refused(settle({ ...said, authorization }, 'x'))).toBe('CARD_AUTHORIZATION_REQUIRED')
    const not = await allowed('acceptDifference', `card ${attemptId} not charged`)
    expect(refused(settle(said, not))).toBe('RIGHT_REQUIRED')
    const yes = await allowed('acceptDifference', `card ${attemptId} charged`)
    const card = must(settle(said, yes))
    expect(card).toMatchObject({ state: 'approved-by-hand', reference: 'Aut. Z9' })
    must(counter.till.api.commitSale(named(sale, card)))
    const rows = onDisk((db) =>
      db.prepare("SELECT * FROM audit WHERE action = 'card-by-hand'").all(),
    )
    expect(rows).toMatchObject([{ staff_name: 'Camila', approver_name: 'Rodrigo' }])
  })

  it('a clock that is set back keeps nobody from answering', async () => {
    deaf()
    await charge(open())
    counter.fixture.clock.jumpWallClock(-86_400_000)
    await counter.fixture.clock.advance(PERSON_MS)
    expect(cards()).toMatchObject([{ asksPerson: true }])
  })

  it('no shift is counted or closed over it, nor over one that is paid and in no sale, put aside too', async () => {
    const { useShifts, openShift, count } = handsOf(() => counter.till.api)
    must(await useShifts())
    const shiftId = openShift()
    const { countId } = must(count(FLOAT_CLP))
    const closing = { shiftId, countId, reason: '', note: '', approvalId: null }
    const ends = () => [refused(count(FLOAT_CLP)), refused(counter.till.api.closeShift(closing))]
    deaf()
    const sale = open()
    const { attemptId } = must(await charge(sale))
    expect(ends()).toEqual(['CARD_STILL_OPEN', 'CARD_STILL_OPEN'])
    must(
      counter.till.api.parkSale({
        ...keptOf(cartOf(counter.till.api, COFFEE), sale.saleId),
        name: '',
      }),
    )
    expect(ends()).toEqual(['CARD_STILL_OPEN', 'CARD_STILL_OPEN'])
    await counter.fixture.clock.advance(PERSON_MS)
    const said = { attemptId, isCharged: true, authorization: 'Z9', approvalId: null }
    must(counter.till.api.settleCard(said))
    expect(counter.till.api.closeShift(closing)).toMatchObject({
      refusal: { code: 'SHIFT_SALE_PAID_IN_PART', params: { what: 'Tarjeta $1.996' } },
    })
    expect(refused(count(FLOAT_CLP))).toBe('SHIFT_SALE_PAID_IN_PART')
    must(counter.till.api.giveBackCard({ attemptId, approvalId: null }))
    expect(ends()).toEqual(['ok', 'ok'])
  })

  it('what a person took for declined and the terminal then says was charged, is money to give back', async () => {
    deaf()
    const sale = open()
    const carry = counter.cable.toTill
    const { attemptId } = must(await charge(sale))
    await counter.fixture.clock.advance(PERSON_MS)
    must(
      counter.till.api.settleCard({
        attemptId,
        isCharged: false,
        authorization: '',
        approvalId: null,
      }),
    )
    must(counter.till.api.commitSale(inCash(sale)))
    counter.cable.toTill = carry
    const { ticket } = onDisk((db) => db.prepare('SELECT ticket FROM card_attempt').get()) as {
      ticket: string
    }
    // It had arrived all the same.
    counter.cable.terminal.receive(frameOf(saleOf({ ticket, amountClp: clp(1_996) })))
    await counter.fixture.until(() => cards().length > 0)
    expect(cards()).toMatchObject([{ state: 'approved', attemptId }])
    must(counter.till.api.giveBackCard({ attemptId, approvalId: null }))
    expect(cards()).toEqual([])
    expect(states()).toEqual(['given-back'])
  })
})

it('a terminal that nothing reaches was sent nothing, and is charged by hand', async () => {
  counter.cable.pullOut()
  const sale = open()
  expect(must(await charge(sale))).toMatchObject({ state: 'declined', code: 'UNSENT' })
  expect(refused(await done(counter.till.api.chargeCard({ ...sale, byHand: ' ' })))).toBe(
    'CARD_AUTHORIZATION_REQUIRED',
  )
  const byHand = async (of: CommitInput) =>
    done(counter.till.api.chargeCard({ ...of, byHand: 'M77' }))
  const part = { method: 'TC', amountClp: 1_000, reference: '' }
  const split = { ...sale, payments: [part, { ...part, amountClp: null }] }
  expect(refused(await byHand(split))).toBe('CARD_MOVED_ON')
  const card = must(await byHand(sale))
  expect(onDisk((db) => db.prepare('SELECT * FROM audit').all()).at(-1)).toMatchObject({
    ...{ action: 'card-by-hand', sale_id: sale.saleId },
  })
  const sold = must(counter.till.api.commitSale(named(sale, card)))
  expect(sold.payments).toMatchObject([{ reference: 'Aut. M77' }])
  // What was sent, or was never asked for, is charged by nobody's word alone.
  counter.cable.plugIn()
  await counter.fixture.clock.advance(15_000)
  const next = open()
  expect(refused(await byHand(next))).toBe('CARD_MOVED_ON')
  counter.cable.terminal.plan.outcome = '01'
  must(await charge(next))
  expect(refused(await byHand(next))).toBe('CARD_MOVED_ON')
})

describe('the settings', () => {
  it('take no terminal that approves without money, no foreign method, and no port of another device', async () => {
    const save = async (cardTerminal: Parameters<Till['api']['saveSettings']>[0]['cardTerminal']) =>
      refused(await counter.till.api.saveSettings({ cardTerminal }))
    expect(await save({ kind: 'practice', method: 'TC' })).toBe('CARD_ONLY_PRACTICE')
    expect(await save({ ...TRANSBANK, method: 'EF' })).toBe('METHOD_UNKNOWN')
    const scale = { path: '/dev/ttyUSB3', speed: 9_600, framing: '8N1', protocol: 'lines' } as const
    must(await counter.till.api.saveSettings({ scale }))
    expect(await save({ ...TRANSBANK, place: { path: '/dev/ttyUSB3' } })).toBe('CARD_PORT_TAKEN')
  })

  it('take no scale where the card terminal is plugged in now', async () => {
    const scale = { path: '/dev/ttyACM0', speed: 9_600, framing: '8N1', protocol: 'lines' } as const
    expect(refused(await counter.till.api.saveSettings({ scale }))).toBe('PORT_IS_THE_CARDS')
    expect(refused(await counter.till.api.tryScale(scale))).toBe('PORT_IS_THE_CARDS')
    counter.cable.pullOut()
    expect(refused(await counter.till.api.saveSettings({ scale }))).toBe('ok')
  })

  it('keep the way to pay that the terminal has, and that of a card in no sale yet', async () => {
    const { paymentMethods } = counter.till.api.settings()
    const without = paymentMethods.filter(({ id }) => id !== 'TC')
    const off = paymentMethods.map((one) => (one.id === 'TC' ? { ...one, isActive: false } : one))
    const kept = ['CARD_METHOD_NEEDED', 'CARD_METHOD_NEEDED']
    const save = async (methods: typeof paymentMethods) =>
      refused(await counter.till.api.saveSettings({ paymentMethods: methods }))
    expect([await save(without), await save(off)]).toEqual(kept)
    const sale = open()
    const card = must(await charge(sale))
    must(await counter.till.api.saveSettings({ cardTerminal: null }))
    expect([await save(without), await save(off)]).toEqual(kept)
    expect(await save(paymentMethods)).toBe('ok')
    must(counter.till.api.commitSale(named(sale, card)))
    expect(await save(off)).toBe('ok')
  })

  it('are tried out before they are saved, without an amount', async () => {
    const tried = async () => must(await done(counter.till.api.tryCardTerminal(TRANSBANK)))
    expect(await tried()).toBe('ready')
    must(await counter.till.api.saveSettings({ cardTerminal: null }))
    expect(await tried()).toBe('ready')
    counter.cable.pullOut()
    expect(await tried()).toBe('absent')
    expect(counter.cable.terminal.seen).toEqual(['0100', '0100'])
  })
})

async function hire(): Promise<void> {
  for (const [name, role, pin] of CREW)
    must(await counter.till.api.saveStaff({ staffId: null, name, role, pin }))
  must(await counter.till.api.signIn({ staffId: idOf('Camila'), pin: '2580' }))
}
const idOf = (name: string) =>
  counter.till.api.staff().members.find((member) => member.name === name)?.id ?? ''
async function allowed(right: 'acceptDifference', subject: string): Promise<string> {
  const asked = { kind: 'right', right, subject, amountClp: 1_996 } as const
  const approved = await counter.till.api.approve({
    staffId: idOf('Rodrigo'),
    pin: '1470',
    subject: asked,
  })
  return must(approved).approvalId
}
