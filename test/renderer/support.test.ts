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
      await counter.press('F10').tap('settings-nav-support')
    })

    it('checks the data and backs up, and says what came of it', async () => {
      await counter
        .tap('support-check')
        .see('support-ended', 'sin daños')
        .tap('support-backup')
        .see('support-ended', 'till-20261119T220000000Z-close.db')
        .isAccessible()
    })

    it('chooses the place of the second copy by keys alone, shows its code once and copies', async () => {
      await counter
        .type('place-folder', 'pendrive')
        .press('Enter')
        .read('Escriba la carpeta completa')
        .type('place-folder', '/media/pendrive')
        .press('Enter')
        .see('recovery-code', '7K2MD-Q0XTR-9FHWB-3ZC5N-VE8PA')
        .isAccessible()
      // Away without having written it: it is there again.
      await counter
        .press('Escape', 'F10')
        .tap('settings-nav-support')
        .see('recovery-code', '7K2MD-Q0XTR-9FHWB-3ZC5N-VE8PA')
        .tap('code-written')
      expect(await counter.page.getByText('7K2MD').count()).toBe(0)
      await counter
        .tap('start-copy')
        .see('support-ended', '1284 ventas, 1,8 MB')
        .see('chosen-place', '/media/pendrive')
        .tap('remind-after')
      await counter.page.getByRole('option', { name: '14 días' }).click()
      const days = () => {
        const now = counter.till.api.support()
        return now.ok ? now.value.secondCopy?.remindAfterDays : null
      }
      await expect.poll(days).toBe(14)
    })

    it.each([
      ['/media/lleno', 'No queda espacio en /media/lleno'],
      ['/media/lejos', 'No se encuentra el pendrive'],
    ])('says what is wrong with %s', async (folder, sentence) => {
      await counter
        .type('place-folder', folder)
        .press('Enter')
        .tap('code-written', 'start-copy')
        .see('support-ended', sentence)
        .isAccessible()
    })

    it('shows how far a slow one is, and stops it', async () => {
      await counter
        .type('place-folder', '/media/lento')
        .press('Enter')
        .tap('code-written', 'start-copy')
        .see('support-running', 'Haciendo la segunda copia: copiando')
      expect(await counter.page.getByRole('progressbar').getAttribute('value')).toBe('42')
      await counter.isAccessible().tap('support-stop').see('support-ended', 'Se detuvo')
    })

    it('shows what is in a backup before it is restored, and what becomes of what is newer', async () => {
      await counter
        .tap('look-at-backup')
        .see('backup-facts', 'Almacén Don Pepe 76192083-9')
        .see('sales-since', '12 ventas posteriores, por $84.350: se conservan')
        .isAccessible()
        .tap('restore-not', 'look-at-backup', 'restore-now')
        .see('support-ended', 'Caja restaurada: 1296 ventas')
        .isAccessible()
    })

    it('replaces a broken printer in one step', async () => {
      await counter
        .tap('replace-printer')
        .see('printer-replaced', 'pasaron a la nueva: 2. Por revisar en Boletas: 1')
        .isAccessible()
    })

    it('takes the till to another computer: its code on paper first, by keys and by touch', async () => {
      await counter
        .type('move-folder', 'pendrive')
        .press('Enter')
        .see('move-code', '7K2MD-Q0XTR-9FHWB-3ZC5N-VE8PA')
        .isAccessible()
        .tap('move-now')
        .read('Escriba la carpeta completa')
        .type('move-folder', '/media/pendrive')
        .press('Enter')
        .tap('move-now')
        .see('support-ended', 'Ventas: 1284; sin folio: 3. Esta caja queda en reposo.')
      expect(await counter.page.getByText('7K2MD').count()).toBe(0)
      await counter.isAccessible()
    })

    it('says at rest, on every screen, what happened and how it sells here again', async () => {
      counter.till.world.setStatus({ rest: { state: 'left', since: 0 as EpochMs } })
      await counter
        .see('at-rest', 'Caja en reposo')
        .see('rest-state', 'escriba el código que se anotó')
        .isAccessible()
        .press('Escape')
        .see('at-rest', 'No vende, no imprime y no envía')
        .tap('at-rest-support')
        .type('take-back-code', '7K2MD-Q0XTR-9FHWB-3ZC5N-VE8PA')
        .press('Enter')
        .see('support-ended', 'La caja vende otra vez en este computador')
    })

    it('brings a till: its copy is looked at as any other, and says what becomes of it', async () => {
      await counter
        .tap('from-place')
        .type('from-folder', '/media/pendrive')
        .type('from-code', '7K2MD-Q0XTR-9FHWB-3ZC5N-VE8PA')
        .press('Enter')
        .read('Copias en /media/pendrive')
        .tap('backup-choice')
      await counter.page.getByRole('option', { name: /de un traslado/ }).click()
      await counter
        .tap('look-at-backup')
        .see('backup-facts', 'Almacén Don Pepe 76192083-9')
        .see('sales-since', 'Aquí hay 2 ventas')
        .see('restore-means', 'quedó en reposo para traerla')
        .isAccessible()
        .tap('restore-now')
        .see('support-ended', 'Caja restaurada: 1296 ventas')
    })

    it('is led to from the first screen of a shop without a name, before anything else', async () => {
      counter.till.world.becomeShop(['shop', 'address', 'key', 'test'])
      await counter
        .press('Escape')
        .see('bring-here', 'Traer una caja de otro computador')
        .isAccessible()
        .tap('bring-here')
        .type('from-folder', '/media/pendrive')
      const titles = counter.page.getByRole('heading', { level: 3 })
      await expect.poll(() => titles.first().textContent()).toBe('Traer una caja a este computador')
      expect(await counter.page.getByTestId('move-part').count()).toBe(0)
      expect(await counter.page.getByTestId('look-at-backup').count()).toBe(0)
    })

    it('finds copies on a stick by their code, and writes files into a folder', async () => {
      await counter
        .tap('from-place')
        .type('from-folder', '/media/pendrive')
        .press('Enter')
        .read('Escriba su código')
        .type('from-code', '7K2MD-Q0XTR-9FHWB-3ZC5N-VE8PA')
        .press('Enter')
        .read('Copias en /media/pendrive')
        .type('files-folder', '/media/pendrive')
        .tap('support-diagnostics')
        .see('support-ended', '/media/pendrive/Meson-diagnostico.tar.gz')
        .tap('support-export')
        .see('support-ended', '/media/pendrive/Meson-ventas.jsonl')
    })
  },
)
