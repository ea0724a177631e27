/** The first start in Chromium over the real core: every step there and back, all accessible. */
import { describe, expect, inject, it } from 'vitest'
import { GUIDE_STEPS } from '#shared/onboarding/guide.ts'
import { NO_CHROMIUM, sharedChromium } from '../support/chromium.ts'
import { fixturePerTest } from '../support/till-per-test.ts'
import { openCounter } from './counter-driver.ts'
import { PATIENT } from './each-story.ts'
import { emptyFolder, isAtStep, PRINTER_PAPERS, walkGuide, walkPrinter } from './guide-cases.ts'

const { fixture } = fixturePerTest()

describe.skipIf(NO_CHROMIUM !== null)(
  `the first start in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    it('goes through every step and back to the one before, each of them accessible', async () => {
      const core = await emptyFolder(fixture)
      const size = { viewport: { width: 800, height: 600 } }
      const counter = await openCounter(await sharedChromium(), inject('screenRoot'), size, core)
      try {
        await counter.isAccessible()
        const seen: string[] = []
        await walkGuide(counter, async (step) => {
          seen.push(step)
          // Nobody looks for the first step; the others are led to.
          if (seen.length > 1)
            await expect
              .poll(() => counter.page.evaluate(whereOneStands), PATIENT)
              .toEqual({ scrolledPx: 0, hasFocus: true })
          // What is asked is read without scrolling, however many steps there are above it.
          const asked = await counter.page.locator('main [role=group]').first().boundingBox()
          expect(asked?.y).toBeLessThan(200)
          await counter.page.locator('main').evaluate((main) => main.scrollTo(0, 9_999))
          if (step === 'service')
            await counter
              .tap('guide-next')
              .see('guide-not-yet', 'Presione «Probar conexión» primero')
          await counter.isAccessible()
          const before = step === 'end' ? undefined : GUIDE_STEPS[GUIDE_STEPS.indexOf(step) - 1]
          if (step === 'end' || before === undefined) return
          await counter.tap('guide-back')
          await isAtStep(counter, before)
          await counter.tap(`guide-step-${step}`)
          await isAtStep(counter, step)
        })
        expect(seen).toEqual([...GUIDE_STEPS, 'end'])
        expect(core.api.guide().steps.map(({ state }) => state)).toEqual(
          GUIDE_STEPS.map(() => 'later'),
        )
        expect(counter.complaints).toEqual([])
      } finally {
        await counter.close()
      }
    })

    it('asks which emission model the shop declared, and its card follows the answer', async () => {
      const core = await emptyFolder(fixture)
      const counter = await openCounter(await sharedChromium(), inject('screenRoot'), {}, core)
      try {
        await counter.tap('choose-own')
        await counter.tap('guide-step-emission')
        await counter
          .read('Declaración de Modelo de Emisión de Boletas')
          .see('guide-done', '0 de 8 listos')
          .tap('guide-next')
          .see('guide-not-yet', 'Falta elegir qué lleva una venta con tarjeta')
        await counter.tap('emission-card-voucher')
        await counter.isAccessible()
        await counter.tap('guide-next')
        await isAtStep(counter, 'printer')
        await counter.see('guide-done', '1 de 8 listos').read('Paso 4 de 8')
        expect(core.api.settings()).toMatchObject({ emission: { model: 'card-voucher' } })
        const [card] = core.api
          .bootstrap()
          .paymentMethods.filter(({ isVoucherTheReceipt }) => isVoucherTheReceipt)
        expect(card).toMatchObject({ id: 'TC' })
        await counter.tap('guide-step-emission').see('emission-since', 'Así trabaja esta caja')
      } finally {
        await counter.close()
      }
    })

    it('asks for the paper of a printer there is, and takes the one it came out of', async () => {
      const core = await emptyFolder(fixture)
      const counter = await openCounter(await sharedChromium(), inject('screenRoot'), {}, core)
      try {
        await counter.tap('choose-own')
        await counter.tap('guide-step-printer')
        const questions: number[] = []
        await walkPrinter(counter, fixture, async () => {
          questions.push(await counter.page.getByTestId('paper-out').count())
          await counter.isAccessible()
        })
        expect(questions).toEqual(PRINTER_PAPERS.map((paper) => (paper === 'asked' ? 1 : 0)))
        await counter.tap('paper-out')
        await isAtStep(counter, 'owner')
        expect(core.api.settings().printerId).toBe('tcp-192-168-1-50-9100')
        await counter.tap('guide-step-printer')
        await counter.find('printer-done')
      } finally {
        await counter.close()
      }
    })
  },
)

/** Runs in the page: how far down a step begins, and whether the keyboard goes on from it. */
function whereOneStands() {
  const main = document.querySelector('main')
  return {
    scrolledPx: main?.scrollTop ?? null,
    hasFocus: main?.querySelector('[role=group][aria-label]') === document.activeElement,
  }
}
