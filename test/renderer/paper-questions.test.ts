/**
 * Paper that did not come out, as the counter sees it: its own count, its own mark, one question
 * and two answers.
 */
import { describe, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { ok } from '#shared/core/result.ts'
import type { PrintOutcome } from '#till/kernel/ports.ts'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { PRINTED } from '../support/till-fixture.ts'
import { sellFirst } from './sell-first.ts'

const UNKNOWN: PrintOutcome = { kind: 'unknown', detail: 'cable', bytesAccepted: 4_096 }

describe.skipIf(NO_CHROMIUM !== null)(
  `paper nobody has, in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const counter = eachStory()

    /** One receipt, of whose paper the printer says this. */
    async function put(outcome: PrintOutcome): Promise<void> {
      const { printer } = counter.till.fixture
      printer.answer = () => {
        printer.answer = () => PRINTED
        return outcome
      }
      await sellFirst(counter, '')
    }

    it('is asked about on the result itself, which promises no paper; a key answers', async () => {
      await put(UNKNOWN)
      await counter.see('paper-question', '¿Salió el papel?')
      await counter.see('issue-state', 'Falta el papel')
      const banner = counter.page.getByTestId('issue-state')
      expect(await banner.getByText('se imprime sola').count()).toBe(0)
      await counter.page.getByTestId('paper-came-out').focus()
      await counter.press('Enter')
      await expect.poll(() => counter.page.getByTestId('paper-question').count(), PATIENT).toBe(0)
    })

    it('is counted apart in the status bar; one press opens it, and «Sí, salió» settles it', async () => {
      await put(UNKNOWN)
      await counter.see('unprinted-count', '1 sin imprimir')
      // The receipt itself is issued, and nothing about it is pending.
      await counter
        .see('pending-count', 'Sin boletas pendientes')
        .tap('unprinted-count')
        .see('receipt-unprinted', 'Sin imprimir')
      // The number stands beside the mark, and no green word with it; the filter keeps to its
      // column.
      const row = counter.page.getByTestId('receipt-row').first()
      expect(await row.getByText('Emitida').count()).toBe(0)
      expect(
        await row
          .getByText(/Boleta N°/)
          .evaluate((folio) => folio.scrollWidth <= folio.clientWidth),
      ).toBe(true)
      const right = async (testId: string) =>
        counter.page.getByTestId(testId).evaluate((part) => part.getBoundingClientRect().right)
      expect(await right('only-unprinted')).toBeLessThanOrEqual(await right('receipts-search'))
      await counter.see('paper-question', '¿Salió el papel?').isAccessible()
      await counter.page.getByRole('button', { name: 'Sí, salió' }).click()
      await expect.poll(() => counter.page.getByTestId('unprinted-count').count(), PATIENT).toBe(0)
      await expect.poll(() => counter.page.getByTestId('paper-question').count(), PATIENT).toBe(0)
      await counter.read('Todo está impreso')
    })

    it('that did not come out is printed again as a copy, by the keyboard alone', async () => {
      await put(UNKNOWN)
      await counter.tap('unprinted-count')
      await counter.page.getByRole('button', { name: 'No salió' }).focus()
      await counter.press('Enter')
      await counter.page.getByText('Copia', { exact: false }).first().waitFor()
      await expect.poll(() => counter.page.getByTestId('unprinted-count').count(), PATIENT).toBe(0)
    })

    it('says in words why a paper waits for a person', async () => {
      await put({ kind: 'failed', code: 'PDF_TOO_LONG', detail: '' })
      await counter
        .tap('unprinted-count')
        .see('paper-question', 'Este papel no se imprimió')
        .see('paper-question', 'El PDF es demasiado largo para imprimirlo.')
    })

    it('warns quietly of a roll near its end, and marks a paper that was drawn smaller', async () => {
      await put({ ...PRINTED, isShrunk: true, isPaperLow: true })
      await counter
        .see('printer', 'Queda poco papel')
        .tap('nav-receipts', 'receipt-row')
        .see('paper-shrunk', 'Reducida para caber')
      expect(await counter.page.getByTestId('unprinted-count').count()).toBe(0)
    })

    it('asks for all late papers at once: how many, and from when', async () => {
      const { alter, world } = counter.till
      const since = Date.UTC(2026, 10, 19, 21, 40) as EpochMs
      await put(UNKNOWN)
      world.setStatus({ latePapers: { count: 4, since } })
      alter('settleLatePapers', () => () => {
        world.setStatus({ latePapers: null })
        return ok({ count: 4 })
      })
      await counter
        .tap('unprinted-count')
        .see(
          'late-papers',
          '4 papeles esperan la impresora, el más antiguo desde el 19-11 a las 18:40.',
        )
        .isAccessible()
      await counter.page.getByRole('button', { name: 'Imprimir los 4' }).click()
      await expect.poll(() => counter.page.getByTestId('late-papers').count(), PATIENT).toBe(0)
    })
  },
)
