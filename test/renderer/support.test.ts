/** Support in the window: by touch and by keys, each with its progress, its end and its refusal. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBackupClient } from '#till/backup/durability/backup-client.ts'
import type { SupportPort } from '#till/backup/support/support-client.ts'
import { SupportRefused } from '#till/backup/support/trouble.ts'
import { refuse } from '#shared/core/result.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { must } from '../support/must.ts'
import { FRESH } from '../support/first-day-shop.ts'
import { supportWorker } from '../support/support-per-test.ts'
import { sellOf } from '../support/till-fixture.ts'
import { BACKUP_WORKER } from '../support/backup-worker.ts'
import { openCore } from './counter-core.ts'
import { PRODUCTS } from './counter-shop.ts'
import { eachStory } from './each-story.ts'

const CODE = /[0-9A-Z]{5}(-[0-9A-Z]{5}){4}/

/** The thread of support, but for the folders whose names say what is wrong with them. */
function supportPort(): SupportPort {
  const thread = supportWorker()
  return {
    async run(task, order, watch) {
      const text = JSON.stringify(order)
      if (task !== 'copy' || !/lleno|lento/.test(text)) return thread.run(task, order, watch)
      const folder = /"[^"]*l(?:leno|ento)[^"]*"/.exec(text)?.[0].slice(1, -1) ?? ''
      if (folder.includes('lleno')) throw new SupportRefused('COPY_PLACE_FULL', { folder })
      watch.onProgress({ phase: 'sending', done: 42, total: 100 })
      return new Promise((_, reject) => {
        watch.signal.addEventListener('abort', () => reject(new SupportRefused('SUPPORT_STOPPED')))
      })
    },
  }
}

const host = () => ({ support: supportPort(), makeBackup: createBackupClient(BACKUP_WORKER) })

describe.skipIf(NO_CHROMIUM !== null)(
  `support in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    let stick = ''
    beforeEach(() => {
      stick = mkdtempSync(join(tmpdir(), 'meson-stick-'))
    })
    const counter = eachStory(/ERR_|500 \(/, async () => {
      const core = await openCore(host())
      sellOf(core.api, PRODUCTS[0]?.code ?? '')
      return core
    })
    afterEach(() => rmSync(stick, { recursive: true, force: true }))
    beforeEach(async () => {
      await counter.press('F10').tap('settings-nav-support')
    })

    it('checks the data and backs up, and says what came of it', async () => {
      await counter
        .tap('support-check')
        .see('support-ended', 'sin daños')
        .tap('support-backup')
        .see('support-ended', /till-2026\w+-\w+\.db/)
        .isAccessible()
    })

    it('chooses the place of the second copy by keys alone, shows its code once and copies', async () => {
      await counter
        .type('place-folder', 'pendrive')
        .press('Enter')
        .read('Escriba la carpeta completa')
        .type('place-folder', stick)
        .press('Enter')
        .see('recovery-code', CODE)
        .isAccessible()
      // Away without having written it: it is there again.
      await counter
        .press('Escape', 'F10')
        .tap('settings-nav-support')
        .see('recovery-code', CODE)
        .tap('code-written')
      expect(await counter.page.getByText(CODE).count()).toBe(0)
      await counter
        .tap('start-copy')
        .see('support-ended', '1 venta')
        .see('chosen-place', stick)
        .tap('remind-after')
      await counter.page.getByRole('option', { name: '14 días' }).click()
      const days = () => {
        const now = counter.till.api.support()
        return now.ok ? now.value.secondCopy?.remindAfterDays : null
      }
      await expect.poll(days).toBe(14)
    })

    it.each([
      ['lleno', 'No queda espacio en'],
      ['lejos', 'No se encuentra el pendrive'],
    ])('says what is wrong with a stick that is %s', async (name, sentence) => {
      mkdirSync(join(stick, name))
      await counter.type('place-folder', join(stick, name)).press('Enter').tap('code-written')
      if (name === 'lejos') rmSync(join(stick, name), { recursive: true })
      await counter.tap('start-copy').see('support-ended', sentence).isAccessible()
    })

    it('shows how far a slow one is, and stops it', async () => {
      mkdirSync(join(stick, 'lento'))
      await counter
        .type('place-folder', join(stick, 'lento'))
        .press('Enter')
        .tap('code-written', 'start-copy')
        .see('support-running', 'Haciendo la segunda copia: copiando')
      expect(await counter.page.getByRole('progressbar').getAttribute('value')).toBe('42')
      await counter.isAccessible().tap('support-stop').see('support-ended', 'Se detuvo')
    })

    it('shows what is in a backup before it is restored, and what becomes of what is newer', async () => {
      const { page, till } = counter
      await counter.tap('support-backup').find('support-ended')
      sellOf(till.api, PRODUCTS[0]?.code ?? '')
      await counter
        .press('Escape', 'F10')
        .tap('settings-nav-support', 'restore-part', 'look-at-backup')
        .see('backup-facts', 'Almacén 76192083-9')
        .see('sales-since', '1 venta posterior, por $2.290: se conserva')
        .isAccessible()
        .tap('restore-not')
      // While another look is asked for, or where none began, nothing of the one before is there to
      // press.
      const data = refuse(refusal('COPY_NOT_FOUND'))
      await page.route(/startLook/, (route) => route.fulfill({ json: { result: { data } } }), {
        times: 1,
      })
      await counter.tap('look-at-backup').see('support-refused', 'Ese respaldo ya no está')
      expect(await page.getByTestId('restore-now').count()).toBe(0)
      const asked = Promise.withResolvers<void>()
      await page.route(/startLook/, (route) => asked.promise.then(() => route.continue()))
      await counter.tap('look-at-backup')
      expect(await page.getByTestId('restore-now').count()).toBe(0)
      asked.resolve()
      await counter
        .tap('restore-now')
        .see('support-ended', 'Caja restaurada: 2 ventas')
        .isAccessible()
    })

    it('replaces a broken printer in one step', async () => {
      await counter
        .tap('printer-part', 'replace-printer')
        .see('printer-replaced', 'pasaron a la nueva: 0')
        .isAccessible()
    })

    it('takes the till to another computer and back: its code on paper first, at rest on every screen, and brought again', async () => {
      const { page } = counter
      await counter
        .tap('move-part')
        .type('move-folder', 'pendrive')
        .press('Enter')
        .see('move-code', CODE)
        .isAccessible()
        .tap('move-now')
        .read('Escriba la carpeta completa')
        .type('move-folder', stick)
        .press('Enter')
        .see('move-code', CODE)
      const code = CODE.exec(await counter.text('move-code'))?.[0] ?? ''
      await counter
        .tap('move-now')
        .see('support-ended', /Ventas: 1; sin folio: \d\. Esta caja queda en reposo\./)
      expect(await page.getByText(code).count()).toBe(0)
      await counter
        .see('at-rest', 'Caja en reposo')
        .see('rest-state', 'escriba el código que se anotó')
        .isAccessible()
        .press('Escape')
        .see('at-rest', 'No vende, no imprime y no envía')
        .tap('at-rest-support')
        .type('take-back-code', code)
        .press('Enter')
        .see('support-ended', 'La caja vende otra vez en este computador')
    })

    it('finds copies on a stick by their code, and writes files into a folder', async () => {
      await counter.type('place-folder', stick).press('Enter').find('recovery-code')
      const code = CODE.exec(await counter.text('recovery-code'))?.[0] ?? ''
      await counter
        .tap('code-written', 'start-copy')
        .see('support-ended', '1 venta')
        .tap('restore-part', 'from-place')
        .type('from-folder', stick)
        .type('from-code', code)
        .press('Enter')
        .read(`Copias en ${stick}`)
        .tap('files-part')
        .type('files-folder', stick)
        .tap('support-diagnostics')
        .see('support-ended', `${stick}/Meson-`)
        .tap('support-export')
        .see('support-ended', '.jsonl')
    })
  },
)

describe.skipIf(NO_CHROMIUM !== null)('support of a shop without a name', () => {
  const counter = eachStory(null, async () => {
    const core = await openCore({ ...FRESH, ...host() })
    must(core.api.moveGuide({ to: 'finish' }))
    return { ...core, shows: 'set-up-next' }
  })

  it('is led to from the first screen of a shop without a name, before anything else', async () => {
    await counter
      .press('F8')
      .see('bring-here', 'Traer una caja de otro computador')
      .isAccessible()
      .tap('bring-here')
      .type('from-folder', '/media/pendrive')
    const titles = counter.page.getByRole('heading', { level: 3 })
    await expect.poll(() => titles.first().textContent()).toBe('Traer una caja a este computador')
    expect(await counter.page.getByTestId('move-part').count()).toBe(0)
    expect(await counter.page.getByTestId('look-at-backup').count()).toBe(0)
  })
})
