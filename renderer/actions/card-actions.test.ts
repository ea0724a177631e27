import { describe, expect, it } from 'vitest'
import type { CardState, CardView } from '#shared/card/attempt.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { CommittedSale } from '#shared/selling/views.ts'
import { createTillUi } from '../stores/till-ui.ts'
import { createHandTimers, portOf, SCREEN_PARTS, settle } from '../stores/test-port.ts'
import type { TillPort } from '../bridge/till-port.ts'
import { cardDueClp, followCards, giveBackCard, goOnWithSale, settleCard } from './card-actions.ts'
import { refuseScan, scan } from './scanning.ts'
import { confirmPayment } from './selling.ts'

type Commit = Parameters<TillPort['commitSale']>[0]

/** A sale of $1.290 at the payment, by card, over a core that says of its cards what it is told. */
function atPayment(commands: Partial<TillPort> = {}) {
  let cards: readonly CardView[] = []
  const commits: Commit[] = []
  const heard: string[] = []
  const ui = createTillUi({
    port: portOf({
      saveDraft: () => Promise.resolve(ok(null)),
      status: () => Promise.resolve({ cards } as never),
      receipt: () => Promise.reject(new Error('not read here')),
      commitSale: (order) => {
        commits.push(order)
        return Promise.resolve(ok({ saleId: order.saleId } as CommittedSale))
      },
      ...commands,
    }),
    timers: createHandTimers(),
    ...SCREEN_PARTS,
    sounds: { refuse: () => void heard.push('refused') },
  })
  ui.status.setState({ bootstrap: { cardTerminal: { method: 'TC' } } as never })
  ui.cart
    .getState()
    .apply({ type: 'add-free-line', name: 'Leche', unitGrossClp: 1290, isExempt: false })
  const { saleId } = ui.cart.getState().sale
  ui.payment.setState({ saleId })
  ui.screen.getState().go('payment')
  ui.payment.getState().setMethod('TC')
  const card = (state: CardState, attemptId = 'a1', amountClp = 1290) =>
    ({ attemptId, saleId, method: 'TC', amountClp, state, reference: 'Aut. 1' }) as CardView
  return {
    ...{ ui, commits, heard, card },
    says: (...now: readonly CardView[]) => void (cards = now),
    /** The core says it, and the screen has heard. */
    tells: async (...now: readonly CardView[]) => {
      cards = now
      await ui.status.getState().refresh()
    },
    paying: () => ui.cart.getState().sale.paying,
    trouble: () => ui.payment.getState().troubles['form']?.code,
  }
}

describe('a card found charged while its sheet is closed', () => {
  it('is a part of its sale as soon as the core says so, whatever is on the screen', async () => {
    const { ui, card, tells, paying, trouble } = atPayment()
    const stop = followCards(ui)
    await tells(card('unknown'))
    expect(paying().given).toEqual([])
    await tells(card('approved'))
    expect(paying().given).toMatchObject([{ attemptId: 'a1', amountClp: 1290 }])
    // It is what was to be paid by card: nothing else has to be said of it.
    expect(trouble()).toBeUndefined()
    stop()
    await tells(card('approved'), card('approved', 'a2'))
    expect(paying().given).toHaveLength(1)
  })

  it('and of no other sale, nor of one that another screen has', async () => {
    const { ui, card, tells, paying } = atPayment()
    followCards(ui)
    await tells({ ...card('approved'), saleId: 'another' as never })
    expect(paying().given).toEqual([])
    ui.cart.setState({ hold: 'elsewhere' })
    await tells(card('approved'))
    expect([paying().given, ui.cart.getState().trouble]).toEqual([[], null])
    ui.cart.setState({ hold: 'mine' })
    expect(paying().given).toHaveLength(1)
  })

  it('is taken when its sale comes back to the screen', async () => {
    const { ui, card, tells, paying } = atPayment()
    followCards(ui)
    const { sale } = ui.cart.getState()
    ui.cart.getState().replace(null)
    await tells(card('approved'))
    expect(paying().given).toEqual([])
    ui.cart.getState().replace(sale)
    expect(paying().given).toMatchObject([{ attemptId: 'a1' }])
  })

  it('leaves the cash that is typed where it is, and says what has changed', async () => {
    const { ui, card, tells, paying, trouble, heard } = atPayment()
    followCards(ui)
    ui.payment.getState().setMethod('EF')
    ui.payment.getState().setTendered('2000')
    await tells(card('approved', 'a1', 500))
    expect(paying()).toMatchObject({ method: 'EF', tendered: '2000', given: [{ amountClp: 500 }] })
    expect([trouble(), heard]).toEqual(['CARD_FOUND_CHARGED', ['refused']])
  })

  it.each([true, false])(
    'stops a payment in cash that did not know of it (%s)',
    async (follows) => {
      const { ui, card, says, paying, trouble, commits } = atPayment()
      if (follows) followCards(ui)
      ui.payment.getState().setMethod('EF')
      says(card('approved'))
      await confirmPayment(ui)
      expect([commits, trouble()]).toEqual([[], 'CARD_FOUND_CHARGED'])
      expect(paying().given).toMatchObject([{ attemptId: 'a1' }])
      await confirmPayment(ui)
      expect(commits[0]?.payments).toMatchObject([{ method: 'TC', attemptId: 'a1' }])
    },
  )

  it('pays the sale that was to be paid by it', async () => {
    const { ui, card, says, commits } = atPayment()
    followCards(ui)
    says(card('approved'))
    await confirmPayment(ui)
    expect(commits.map(({ payments }) => payments.length)).toEqual([1])
  })
})

describe('the end of a card that nobody knew the end of', () => {
  it('goes on with its sale, once', async () => {
    const { ui, card, tells, commits } = atPayment({
      commitSale: (order) => {
        commits.push(order)
        return Promise.resolve(refuse(refusal('RUT_FORMAT', 'rut')))
      },
    })
    followCards(ui)
    await tells(card('approved'))
    goOnWithSale(ui, 'a1', confirmPayment)
    goOnWithSale(ui, 'a1', confirmPayment)
    await ui.inOrder(() => Promise.resolve())
    expect(commits).toHaveLength(1)
  })

  it('goes on with none that is paid otherwise meanwhile', async () => {
    const { ui, card, tells, commits } = atPayment()
    followCards(ui)
    ui.payment.getState().setMethod('EF')
    await tells(card('approved'))
    goOnWithSale(ui, 'a1', confirmPayment)
    await ui.inOrder(() => Promise.resolve())
    expect(commits).toEqual([])
  })

  it.each<Result<CardView, Refusal>>([ok({} as CardView), refuse(refusal('CARD_MOVED_ON'))])(
    'is no trouble where the terminal has answered before the person: %o',
    async (answer) => {
      const { ui, card, says, commits } = atPayment({ settleCard: () => Promise.resolve(answer) })
      ui.staff.setState({ staff: { isOn: true, rights: { acceptDifference: true } } as never })
      says(card('approved'))
      const troubles: (Refusal | null)[] = []
      const word = { isCharged: true, authorization: '1' }
      settleCard(ui, card('person'), word, confirmPayment, (trouble) => troubles.push(trouble))
      await settle()
      await ui.inOrder(() => Promise.resolve())
      expect([troubles, commits.length]).toEqual([[null], 1])
    },
  )
})

describe('a scan while a card is charged', () => {
  it.each(['card', 'card-by-hand'] as const)(
    'adds nothing under the sheet, and says so: %s',
    async (kind) => {
      const { ui, heard } = atPayment({
        productByCode: () => Promise.reject(new Error('looked up')),
      })
      ui.screen.getState().open({ kind })
      await scan(ui, '7801')
      await refuseScan(ui, '78', '01')
      expect(heard).toEqual(['refused', 'refused'])
      expect(ui.cart.getState().cart.lines).toHaveLength(1)
      expect(ui.screen.getState().dialog).toMatchObject({
        kind,
        problem: { code: 'SCAN_DURING_CARD' },
      })
    },
  )

  it('nor one that waited behind the pay key until nobody knew how it ended', async () => {
    const { ui, heard } = atPayment({ productByCode: () => Promise.reject(new Error('looked up')) })
    const charged = ui.inOrder(async () => ui.screen.getState().open({ kind: 'card' }))
    await scan(ui, '7801')
    await charged
    expect([heard, ui.screen.getState().dialog?.kind]).toEqual([['refused'], 'card'])
  })

  it('so what is typed on the terminal is what is shown', () => {
    const { ui } = atPayment()
    expect(cardDueClp(ui)).toBe(1290)
    ui.payment.getState().setTendered('500')
    ui.payment.getState().addPart()
    expect(cardDueClp(ui)).toBe(500)
  })
})

describe('a card charged in its turn', () => {
  it('has the sheet open until its sale is charged, and no second confirm is waiting then', async () => {
    const sheets: unknown[] = []
    const queued: string[] = []
    const { ui, card, says, commits } = atPayment({
      chargeCard: () => {
        says(card('approved'))
        return Promise.resolve(ok(card('approved')))
      },
    })
    followCards(ui)
    // What the sheet does once it finds that nothing is under way.
    const look = () => {
      const { dialog } = ui.screen.getState()
      if (dialog?.kind !== 'card') return
      const { isCharging, phase } = ui.payment.getState()
      sheets.push([isCharging, phase])
      goOnWithSale(ui, 'a1', () => Promise.resolve(void queued.push('confirm')))
    }
    ui.payment.subscribe(look)
    ui.status.subscribe(look)
    await confirmPayment(ui)
    expect(sheets).toEqual([
      [true, 'idle'],
      [true, 'idle'],
    ])
    expect([commits.length, ui.screen.getState().dialog, queued]).toEqual([1, null, []])
    expect(ui.payment.getState().isCharging).toBe(false)
  })
})

describe('a card given back', () => {
  const givingBack = async (answer: Result<CardView, Refusal>) => {
    const counter = atPayment({ giveBackCard: () => Promise.resolve(answer) })
    const { ui, card, tells } = counter
    ui.staff.setState({ staff: { isOn: true, rights: { refund: true } } as never })
    followCards(ui)
    await tells(card('approved'))
    return counter
  }

  it.each<Result<CardView, Refusal>>([ok({} as CardView), refuse(refusal('CARD_MOVED_ON'))])(
    'pays nothing any more, also where the answer to the first word was lost: %o',
    async (answer) => {
      const { ui, card, says, paying, heard } = await givingBack(answer)
      says()
      giveBackCard(ui, card('approved'))
      await settle()
      expect([paying().given, heard]).toEqual([[], []])
    },
  )

  it.each([['payment'], ['sale']] as const)(
    'is refused where the cashier sees it: %s',
    async (at) => {
      const { ui, card, paying, heard, trouble } = await givingBack(
        refuse(refusal('SIGN_IN_REQUIRED')),
      )
      ui.screen.getState().go(at)
      giveBackCard(ui, card('approved'))
      await settle()
      expect([paying().given.length, heard]).toEqual([1, ['refused']])
      expect(at === 'payment' ? trouble() : ui.cart.getState().trouble?.refusal.code).toBe(
        'SIGN_IN_REQUIRED',
      )
    },
  )
})
