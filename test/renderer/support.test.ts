/** Support in the window: by touch and by keys, each with its progress, its end and its refusal. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { eachStory } from './each-story.ts'

describe.skipIf(NO_CHROMIUM !== null)(
  `support in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const counter = eachStory(/ERR_|500 \(/)
    beforeEach(async () => {
      await counter.press('F10')
      await counter.tap('settings-nav-support')
    })

    it('checks the data and backs up, and says what came of it', async () => {
      await counter.tap('support-check')
      await counter.see('support-ended', 'sin daños')
      await counter.tap('support-backup')
      await counter.see('support-ended', 'till-20261119T220000000Z-close.db')
      expect(await counter.accessibilityProblems()).toEqual([])
    })

    it('chooses the place of the second copy by keys alone, shows its code once and copies', async () => {
      await counter.type('place-folder', 'pendrive')
      await counter.press('Enter')
      await counter.page.getByText('Escriba la carpeta completa').waitFor()
      await counter.type('place-folder', '/media/pendrive')
      await counter.press('Enter')
      await counter.see('recovery-code', '7K2MD-Q0XTR-9FHWB-3ZC5N-VE8PA')
      expect(await counter.accessibilityProblems()).toEqual([])
      // Away without having written it: it is there again.
      await counter.press('Escape')
      await counter.press('F10')
      await counter.tap('settings-nav-support')
      await counter.see('recovery-code', '7K2MD-Q0XTR-9FHWB-3ZC5N-VE8PA')
      await counter.tap('code-written')
      expect(await counter.page.getByText('7K2MD').count()).toBe(0)
      await counter.tap('start-copy')
      await counter.see('support-ended', '1284 ventas, 182 kB nuevos')
      await counter.see('chosen-place', '/media/pendrive')
      await counter.tap('remind-after')
      await counter.page.getByRole('option', { name: '14 días' }).click()
      const days = () => {
        const now = counter.till.api.support()
        return now.ok ? now.value.secondCopy?.remindAfterDays : null
      }
      await expect.poll(days).toBe(14)
    })

    it.each([
      ['/media/lleno', 'No queda espacio en /media/lleno'],
      ['/media/lejos', 'No está el pendrive'],
    ])('says what is wrong with %s', async (folder, sentence) => {
      await counter.type('place-folder', folder)
      await counter.press('Enter')
      await counter.tap('code-written')
      await counter.tap('start-copy')
      await counter.see('support-ended', sentence)
      expect(await counter.accessibilityProblems()).toEqual([])
    })

    it('shows how far a slow one is, and stops it', async () => {
      await counter.type('place-folder', '/media/lento')
      await counter.press('Enter')
      await counter.tap('code-written')
      await counter.tap('start-copy')
      await counter.see('support-running', 'Haciendo la segunda copia: copiando')
      expect(await counter.page.getByRole('progressbar').getAttribute('value')).toBe('42')
      expect(await counter.accessibilityProblems()).toEqual([])
      await counter.tap('support-stop')
      await counter.see('support-ended', 'Se detuvo')
    })

    it('shows what is in a backup before it is restored, and what becomes of what is newer', async () => {
      await counter.tap('look-at-backup')
      await counter.see('backup-facts', 'Almacén Don Pepe 76192083-9')
      await counter.see('sales-since', '12 ventas posteriores, por $84.350: se conservan')
      expect(await counter.accessibilityProblems()).toEqual([])
      await counter.tap('not-restore')
      await counter.tap('look-at-backup')
      await counter.tap('restore-now')
      await counter.see('support-ended', 'Caja restaurada: 1296 ventas')
      expect(await counter.accessibilityProblems()).toEqual([])
    })

    it('replaces a broken printer in one step', async () => {
      await counter.tap('replace-printer')
      await counter.see('printer-replaced', 'pasaron a la nueva: 2. Por revisar en Boletas: 1')
      expect(await counter.accessibilityProblems()).toEqual([])
    })

    it('takes the till to another computer: its code on paper first, by keys and by touch', async () => {
      await counter.type('move-folder', 'pendrive')
      await counter.press('Enter')
      await counter.see('move-code', '7K2MD-Q0XTR-9FHWB-3ZC5N-VE8PA')
      expect(await counter.accessibilityProblems()).toEqual([])
      await counter.tap('move-now')
      await counter.page.getByText('Escriba la carpeta completa').waitFor()
      await counter.type('move-folder', '/media/pendrive')
      await counter.press('Enter')
      await counter.tap('move-now')
      await counter.see('support-ended', 'Ventas: 1284; sin folio: 3. Esta caja queda en reposo.')
      expect(await counter.page.getByText('7K2MD').count()).toBe(0)
      expect(await counter.accessibilityProblems()).toEqual([])
    })

    it('says at rest, on every screen, what happened and how it sells here again', async () => {
      counter.till.world.setStatus({ rest: { state: 'left', since: 0 as EpochMs } })
      await counter.see('at-rest', 'Caja en reposo')
      await counter.see('rest-state', 'hace falta su paquete, sin abrir, y el código')
      expect(await counter.accessibilityProblems()).toEqual([])
      await counter.press('Escape')
      await counter.see('at-rest', 'No vende, no imprime y no envía')
      await counter.tap('at-rest-support')
      await counter.type('take-back-folder', '/media/pendrive')
      await counter.type('take-back-code', '7K2MD-Q0XTR-9FHWB-3ZC5N-VE8PA')
      await counter.press('Enter')
      await counter.see('support-ended', 'La caja vende otra vez en este computador')
    })

    it('brings a till: looks at the package, says what is set aside, and opens it', async () => {
      await counter.type('bring-folder', '/media/pendrive')
      await counter.type('bring-code', '7K2MD')
      await counter.press('Enter')
      await counter.page.getByText('25 letras y números').waitFor()
      await counter.type('bring-code', '7K2MD-Q0XTR-9FHWB-3ZC5N-VE8PA')
      await counter.press('Enter')
      await counter.see('move-facts', 'Almacén Don Pepe 76192083-9')
      await counter.see('sales-here', 'Aquí hay 2 ventas: quedan apartadas')
      expect(await counter.accessibilityProblems()).toEqual([])
      await counter.tap('bring-now')
      await counter.see('support-ended', 'La caja está aquí: 1284 ventas. Pruebe la impresora')
      expect(await counter.accessibilityProblems()).toEqual([])
    })

    it('is led to from the first screen of a shop without a name, before anything else', async () => {
      counter.till.world.becomeShop(['shop', 'address', 'key', 'test'])
      await counter.press('Escape')
      await counter.see('bring-here', 'Traer una caja de otro computador')
      expect(await counter.accessibilityProblems()).toEqual([])
      await counter.tap('bring-here')
      const titles = counter.page.getByRole('heading', { level: 3 })
      await expect.poll(() => titles.first().textContent()).toBe('Traer una caja a este computador')
      expect(await counter.page.getByTestId('move-part').count()).toBe(0)
    })

    it('finds copies on a stick by their code, and writes files into a folder', async () => {
      await counter.tap('from-place')
      await counter.type('from-folder', '/media/pendrive')
      await counter.press('Enter')
      await counter.page.getByText('Escriba su código').waitFor()
      await counter.type('from-code', '7K2MD-Q0XTR-9FHWB-3ZC5N-VE8PA')
      await counter.press('Enter')
      await counter.page.getByText('Copias en /media/pendrive').waitFor()
      await counter.type('files-folder', '/media/pendrive')
      await counter.tap('support-diagnostics')
      await counter.see('support-ended', '/media/pendrive/Meson-diagnostico.tar.gz')
      await counter.tap('support-export')
      await counter.see('support-ended', '/media/pendrive/Meson-ventas.jsonl')
    })
  },
)
