/** Paying by card at a played terminal, in Chromium on the screen as it ships. */
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { must } from '../support/must.ts'
import { POINT_TERMINAL, POINT_TOKEN } from '../support/point-service.ts'
import { TRANSBANK } from '../support/played-cable.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { PRODUCTS } from './counter-shop.ts'

const [, , milk] = PRODUCTS.map(({ code }) => code)
const QUIET_MS = 13_000
const PERSON_MS = 95_000
const SCREENS = [
  [1366, 768],
  [1024, 600],
] as const

describe.skipIf(NO_CHROMIUM !== null)(
  `a card at the terminal in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const counter = eachStory()
    const cable = () => counter.till.world.cable
    const bank = () => cable().terminal.bank
    const hasten = (ms: number) => counter.till.world.hasten(ms)
    const choose = async () => {
      must(await counter.till.api.saveSettings({ cardTerminal: TRANSBANK }))
      await expect.poll(() => cable().openings.length, PATIENT).toBe(1)
      hasten(QUIET_MS)
    }
    /** At the payment of one milk, by card. */
    const payByCard = () =>
      counter
        .scan(milk ?? '')
        .press('F12')
        .find('confirm-payment')
        .press('F4')
        .press('Enter')
    const gone = (testId: string) =>
      expect.poll(() => counter.page.getByTestId(testId).count(), PATIENT).toBe(0)

    it('is chosen by what it says it is, tried, and gets the amount by itself', async () => {
      await counter.press('F10').tap('settings-nav-card').find('card-terminal')
      await counter.tap('card-terminal')
      await counter.page.getByRole('option', { name: /Verifone/ }).click()
      await counter.tap('try-card').see('card-answers', 'El terminal responde').isAccessible()
      await counter.tap('save-section')
      await expect.poll(() => counter.till.api.bootstrap().cardTerminal, PATIENT).toEqual(TRANSBANK)
      hasten(QUIET_MS)
      cable().terminal.plan.cardMs = 60_000
      await counter.press('F8')
      await payByCard().see('card-amount', '$1.290').see('card-step', 'espera la tarjeta')
      await counter.isAccessible()
      hasten(60_000)
      await counter.find('issue-state')
      expect(bank()).toMatchObject([{ amountClp: 1_290 }])
      const [saleId] = counter.till.sales()
      const { payments } = must(counter.till.api.receipt(saleId ?? ('' as never)))
      expect(payments).toMatchObject([{ reference: 'Débito ****0042 Aut. A101 Op. 101' }])
    })

    it('over the internet is chosen out of its account, and gets the amount the same way', async () => {
      const { point } = counter.till.world
      await counter.press('F10').tap('settings-nav-card').find('card-terminal')
      await counter.tap('card-terminal')
      await counter.page.getByRole('option', { name: /Mercado Pago/ }).click()
      await counter.tap('link-card-account')
      await counter.page.getByRole('alert').filter({ hasText: 'Pegue el Access Token' }).waitFor()
      await counter.type('card-token', POINT_TOKEN).tap('link-card-account').find('point-terminal')
      await counter.tap('try-card').see('card-answers', 'El terminal responde').isAccessible()
      await counter.tap('save-section')
      await expect
        .poll(() => counter.till.api.bootstrap().cardTerminal, PATIENT)
        .toMatchObject({ kind: 'point', terminalId: POINT_TERMINAL })
      await counter.press('F8')
      await payByCard().see('card-amount', '$1.290')
      await expect.poll(() => point.newest()?.amount, PATIENT).toBe('1290')
      hasten(6_000)
      await counter.see('card-not-taken', 'encendido').isAccessible().tap('card-cancel')
      await expect.poll(() => point.newest()?.status, PATIENT).toBe('canceled')
      hasten(3_000)
      await counter.see('card-declined', 'Se canceló').tap('confirm-payment').find('card-amount')
      await expect.poll(() => point.newest()?.status, PATIENT).toBe('created')
      point.end('processed')
      hasten(5_000)
      await counter.find('issue-state')
      expect([...point.paid.values()]).toEqual([1])
    })

    /** Sold by a person's Yes: the service says that only the terminal knows. */
    const sellOnWord = async () => {
      const { api, world } = counter.till
      const { point } = world
      must(await api.linkCardAccount({ token: POINT_TOKEN }))
      const terminalId = POINT_TERMINAL
      must(await api.saveSettings({ cardTerminal: { kind: 'point', method: 'TC', terminalId } }))
      await payByCard()
      await expect.poll(() => point.newest()?.status, PATIENT).toBe('created')
      point.end('action_required')
      hasten(3_000)
      await expect.poll(() => counter.page.getByTestId('card-yes').isEnabled(), PATIENT).toBe(true)
      await counter.tap('card-yes').type('card-authorization', 'Z9').press('Enter')
      await counter.find('issue-state')
    }

    it('a Yes that the terminal denies is told on every screen until it is seen to', async () => {
      await sellOnWord()
      counter.till.world.point.end('canceled')
      hasten(120_000)
      await counter.see('card-denied', 'la venta está entregada').isAccessible()
      await counter.tap('card-checked')
      await gone('card-denied')
    })

    /** A refund to the card, as the core says it. */
    const setRefund = (refund: object) =>
      counter.till.world.setStatus({
        cardRefunds: [
          { refundId: 'f', ticket: '482913', amountClp: 3_990, code: null, ...refund },
        ] as never,
      })

    it.each([
      ['asked', 'card-refund-asked', 'todavía no lo confirma', []],
      ['refused', 'card-refund', 'no devolvió $3.990', ['account', 'cash', 'other']],
      ['person', 'card-refund', 'No se sabe si $3.990', ['account', 'cash', 'other']],
      ['done', 'card-refund', 'dos veces', ['checked']],
    ] as const)('a refund that is %s says what there is to do', async (state, box, text, keys) => {
      setRefund({ state, ...(state === 'done' ? { saidBy: 'Rodrigo' } : {}) })
      for (const [width, height] of SCREENS) {
        await counter.page.setViewportSize({ width, height })
        await counter.see(box, text).isAccessible()
        const shown = counter.page.getByTestId(box)
        expect(await shown.getByRole('button').count()).toBe(keys.length)
        for (const key of keys) {
          const at = await shown.getByTestId(`card-refund-${key}`).boundingBox()
          expect((at?.x ?? width) + (at?.width ?? 0)).toBeLessThanOrEqual(width)
        }
      }
    })

    it('what rests on a word is said before the close', async () => {
      const { api } = counter.till
      must(await api.saveSettings({ usesShifts: true }))
      must(api.openShift({ shiftId: api.shift().nextId, floatClp: 10_000 }))
      await sellOnWord()
      await counter.press('F8').press('F11').find('expected-cash')
      await counter.press('F12').find('piece-10000')
      await counter.type('piece-10000', '1').type('count-TC', '1290').press('F12')
      await counter.see('card-words', '1 cobro con tarjeta por $1.290').isAccessible()
    })

    it('declined leaves the sale open with its reason; cash pays it then, by keyboard alone', async () => {
      await choose()
      cable().terminal.plan.outcome = '07'
      await payByCard()
        .see('card-declined', 'No se cobró. Se canceló en el terminal o')
        .isAccessible()
      await gone('card-amount')
      await counter.press('F3').press('Enter').find('change')
      expect(bank()).toEqual([])
    })

    it('while nobody knows: three answers, each with what follows; the voucher says yes, and the sale goes on', async () => {
      await choose()
      cable().toTerminal = () => undefined
      await payByCard()
      await counter.find('card-amount')
      hasten(3_000)
      await counter.see('card-unknown', 'le pregunta al terminal').isAccessible()
      expect(await counter.page.getByTestId('card-yes').isDisabled()).toBe(true)
      await counter.tap('card-wait').see('card-open', 'No cobre de nuevo')
      await counter.press('Enter').find('card-unknown')
      hasten(PERSON_MS)
      await expect.poll(() => counter.page.getByTestId('card-yes').isEnabled(), PATIENT).toBe(true)
      await counter.tap('card-yes').type('card-authorization', 'Z9').isAccessible().press('Enter')
      await counter.find('issue-state')
      const [saleId] = counter.till.sales()
      const { payments } = must(counter.till.api.receipt(saleId ?? ('' as never)))
      expect(payments).toMatchObject([{ reference: 'Aut. Z9' }])
    })

    it('found approved by itself, the sale goes on without a hand', async () => {
      await choose()
      const carry = cable().toTill
      cable().toTill = (bytes, deliver) => bytes.length < 40 && carry(bytes, deliver)
      await payByCard()
      await counter.find('card-amount')
      hasten(4_000)
      await expect.poll(() => bank().length, PATIENT).toBe(1)
      hasten(150_000)
      await counter.find('card-unknown')
      cable().toTill = carry
      hasten(15_000)
      // No faster: an answer on the wire has its milliseconds, a question two seconds.
      await expect.poll(() => (hasten(1_000), counter.till.sales().length), PATIENT).toBe(1)
      await counter.find('issue-state')
      expect(bank().length).toBe(1)
    })

    it('that cannot be reached was sent nothing: charged by hand, and nobody is left with an open question', async () => {
      await choose()
      cable().pullOut()
      await payByCard().see('card-declined', 'el monto no salió de la caja')
      await counter.tap('card-by-hand').see('card-by-hand-amount', '$1.290')
      await counter.type('card-by-hand-authorization', 'M77').isAccessible()
      await counter.press('Enter').find('issue-state')
      expect(counter.till.api.status().cards).toBeUndefined()
    })

    it('found charged with its sheet closed is a payment of its sale, and cash is not taken unsaid', async () => {
      await choose()
      const carry = cable().toTill
      cable().toTill = (bytes, deliver) => bytes.length < 40 && carry(bytes, deliver)
      await payByCard()
      await counter.find('card-amount')
      hasten(4_000)
      await expect.poll(() => bank().length, PATIENT).toBe(1)
      hasten(150_000)
      await counter.tap('card-wait').find('card-open')
      await counter.press('F3').typeKeys('2000')
      cable().toTill = carry
      hasten(15_000)
      await counter.see('payment-part', '$1.290').see('payment-trouble', 'ya había cobrado $1.290')
      expect(await counter.page.getByTestId('tendered').inputValue()).toBe('$2.000')
      expect(counter.till.sales()).toEqual([])
    })

    it('of another sale holds up nobody: its sheet closes', async () => {
      await choose()
      const card = { attemptId: 'other', saleId: 'other', method: 'TC', ticket: '100001' }
      counter.till.world.setStatus({
        cards: [
          {
            ...{ ...card, amountClp: 7_770, state: 'asked', step: null, code: null },
            ...{ reference: '', unknownForS: null, asksPerson: false },
          },
        ] as never,
      })
      await counter.find('card-elsewhere').tap('card-answer').see('card-amount', '$7.770')
      await counter.press('Escape')
      await gone('card-amount')
    })

    /** $500 by one card, the rest by another. */
    const splitOver = () =>
      counter
        .scan(milk ?? '')
        .press('F12')
        .find('confirm-payment')
        .press('F4')
        .typeKeys('500')
        .press('F2')
        .find('payment-part')
        .press('F4')

    it('the second card declined leaves what the first has paid; of a sale given up its money goes back', async () => {
      await choose()
      cable().terminal.plan.outcome = (amountClp) => (amountClp === 500 ? '00' : '01')
      await splitOver()
      await counter.press('Enter').find('card-amount')
      hasten(4_000)
      await counter.see('card-declined', 'El banco la rechazó').see('payment-part', '$500')
      await gone('card-amount')
      await counter.press('Escape').find('search').press('Shift+Delete').tap('apply')
      await counter.see('card-without-sale', '$500 (Débito ****0042').isAccessible()
      await counter.tap('card-given-back')
      await gone('card-without-sale')
      expect(bank().map(({ amountClp }) => amountClp)).toEqual([500])
    })

    it('comes back: what to void on the terminal, and that cash takes more than the right to give back', async () => {
      must(await counter.till.api.saveSettings({ usesShifts: true }))
      must(counter.till.api.openShift({ shiftId: counter.till.api.shift().nextId, floatClp: 0 }))
      await choose()
      cable().terminal.plan.kind = 'CR'
      await payByCard()
      await counter.find('card-amount')
      hasten(4_000)
      await counter.find('issue-state').press('F7').find('return-receipt')
      await counter.press('F4').find('return-total').press('+')
      await counter.tap('refund-EF').see('card-not-void', 'Se pagó con tarjeta')
      await counter.tap('refund-TC').see('card-void', 'operación 101 por $1.290').isAccessible()
    })

    it('two cards pay one sale, one after the other', async () => {
      await choose()
      await splitOver()
      await counter.press('Enter').find('card-amount')
      hasten(4_000)
      await counter.find('issue-state')
      expect(bank().map(({ amountClp }) => amountClp)).toEqual([500, 790])
    })
  },
)
