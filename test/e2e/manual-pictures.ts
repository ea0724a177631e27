/**
 * Pictures of the manual's other pages, on a core in memory: what a practising till cannot show
 * without a terminal, a pen drive, a printer without paper or a service with few folios.
 */
import { rmSync, writeFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { systemClock } from '#till/adapters/system.ts'
import { makeBackup } from '#till/backup/durability/make-backup.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { launchWithNode } from '#host/node-service.ts'
import { SOURCE_CHECK_WORKER, SOURCE_PATHS, SOURCE_SERVICE_ENTRY } from '#host/source-paths.ts'
import { startKiosk } from '../../electron/kiosk/kiosk-host.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { visibleHands } from './visible-hands.ts'
import { buildScreens } from '../../electron/kiosk/build-parts.ts'
import { join } from 'node:path'
import { ok } from '#shared/core/result.ts'
import type { PrintJobId } from '#shared/core/brand.ts'
import { sendByMail } from '../renderer/shop-cases.ts'
import { PINS } from '../support/crew.ts'
import { MAIL_ACCOUNT } from '../support/fake-mail.ts'
import { openCore, type CounterCore } from '../renderer/counter-core.ts'
import { openCounter, type Counter } from '../renderer/counter-driver.ts'
import { PRODUCTS, UNKNOWN_CODE } from '../renderer/counter-shop.ts'
import { must } from '../support/must.ts'
import { ROOT } from '../support/source-files.ts'
import { tapProduct } from '../support/tap-product.ts'
import { todayInChile, wallClockMs } from '../support/wall-clock.ts'

const OPTIONS = { viewport: { width: 1366, height: 768 } }

type Take = (page: Counter['page'], name: string) => Promise<void>
type AtCounter = Counter<CounterCore>
type Show = (counter: AtCounter, take: (name: string) => Promise<void>) => Promise<void>

export async function showManual(browser: Browser, take: Take): Promise<void> {
  await buildScreens(ROOT, () => {})
  const counter = await openCounter(
    browser,
    join(ROOT, 'out', 'renderer'),
    OPTIONS,
    await openCore(),
  )
  try {
    for (const show of SHOWN) await show(counter, (name) => take(counter.page, name))
  } catch (error) {
    await take(counter.page, 'stuck')
    throw error
  } finally {
    await counter.close()
  }
}

/** A till whose file of sales is ruined, with its backup beside it; its folder is used up. */
export async function showRescue(browser: Browser, dataDir: string, take: Take): Promise<void> {
  const { database: databaseFile, backups: backupDir } = tillFolder(dataDir)
  makeBackup({ databaseFile, backupDir, at: systemClock.now(), reason: 'asked' })
  writeFileSync(databaseFile, 'ruined\n')
  rmSync(`${databaseFile}-wal`, { force: true })
  const page = await browser.newPage(OPTIONS)
  const opened = Promise.withResolvers<unknown>()
  const starting = startKiosk({
    paths: SOURCE_PATHS,
    checkWorkerFile: SOURCE_CHECK_WORKER,
    launchService: launchWithNode(process.execPath, SOURCE_SERVICE_ENTRY),
    dataDir,
    port: 0,
    apiUrl: null,
    apiKey: null,
    version: packageJson.version,
    log: () => {},
    hasWindow: () => true,
    onOpen: ({ url }) => opened.resolve(page.goto(url)),
  })
  await opened.promise
  const hands = visibleHands(page)
  await hands.read('Última venta')
  await take(page, 'no-abre')
  await hands.press('Restaurar este respaldo')
  await hands.read('La caja está de vuelta')
  await page.close()
  await (await starting).stop()
}

const notYet: Show = async (counter, take) => {
  const { api, alter } = counter.till
  const year = Number(todayInChile().slice(0, 4))
  const buyerLimits = [year - 1, year, year + 1].map((one) => ({ year: one, limitClp: 5_300_000 }))
  alter('bootstrap', (own) => () => ({ ...own(), missing: ['test'] }))
  // Screens read anew what is missing with each change of the settings.
  must(await api.saveSettings({ buyerLimits }))
  await counter.find('not-selling')
  await take('no-vende')
  alter('bootstrap', null)
  must(await api.saveSettings({ buyerLimits }))
  await counter.page.getByTestId('not-selling').waitFor({ state: 'detached' })
}

const unknownCode: Show = async (counter, take) => {
  for (const tile of [3, 6]) await tapProduct(counter.page, tile)
  await counter.scan(UNKNOWN_CODE).find('create-product')
  await take('desconocido')
  await counter.press('Escape')
}

/** Paid for in the sale that was begun, and brought back. */
const vale: Show = async (counter, take) => {
  await counter.press('F12').tap('confirm-payment').find('next-sale').press('F7')
  await counter.find('return-receipt').press('F4').find('return-total').press('F2')
  await counter.tap('reason-preset', 'refund-vc')
  await take('vale')
  await counter.press('Escape', 'F8')
}

const goods: Show = async (counter, take) => {
  await counter.press('Shift+F9').find('goods-row').tap('more', 'edit-promotions', 'new-promotion')
  await counter
    .type('promotion-name', '3x2 toda la tienda')
    .tap('promotion-kind-group', 'promotion-goods-all')
  await take('promocion')
  await counter.tap('save-promotion').find('promotion').press('Escape', 'Shift+F5')
  await counter.page.getByRole('dialog').getByText('Hoja A4 (PDF)').waitFor()
  await take('etiquetas')
  await counter.press('Escape').tap('move-stock')
  for (const { code } of [6, 6, 9, 12].flatMap((at) => PRODUCTS[at] ?? [])) await counter.scan(code)
  await take('inventario')
  await counter.press('Escape')
}

const settings: Show = async (counter, take) => {
  await counter.press('F10').tap('settings-nav-card').find('card-terminal').tap('card-terminal')
  await counter.page.getByRole('option', { name: /Verifone/ }).click()
  await counter.tap('try-card').see('card-answers', 'El terminal responde')
  await take('terminal')
  await counter.tap('save-section').see('section-state', 'Guardado')
  await counter.tap('settings-nav-support').find('place-folder')
  await counter.type('place-folder', '/media/pendrive')
  await take('respaldo')
  await counter.type('place-folder', '').tap('move-part')
  await counter.type('move-folder', '/media/pendrive').tap('prepare-move')
  await counter.find('move-code')
  await counter.page.getByTestId('move-part').scrollIntoViewIfNeeded()
  await take('traslado')
  await counter.tap('move-not').press('F8')
}

/** As with another till beside it, and a code for a third. */
const tills: Show = async (counter, take) => {
  const { alter } = counter.till
  // How long ago a till was seen is told by the screen's own clock.
  const at = wallClockMs()
  const one = { id: '1', number: 1, name: 'Caja de la entrada', branch: null }
  const seen = { seenAt: at, isRetired: false, isHub: false }
  const still = {
    barredCode: null,
    people: 'shared' as const,
    heardAt: at,
    toSend: 0,
    toWrite: 0,
    overruled: [],
    ...{ hub: null, missedHub: null, asksKey: true },
  }
  alter('fleet', () => () => ok({ state: 'together' as const, till: one, ...still }))
  alter('shopTills', () => async () => {
    const two = { ...one, id: '2', number: 2, name: 'Caja del fondo' }
    return ok([one, two].map((till) => ({ ...till, ...seen })))
  })
  alter('makeTillCode', () => async () => ok({ code: '9J54W-Q5SYF', expiresAtMs: at }))
  await counter.press('F10').tap('settings-nav-tills').find('shop-till-2').tap('add-till')
  await counter.find('recovery-code')
  await take('cajas')
  await counter.press('F8')
  for (const name of ['fleet', 'shopTills', 'makeTillCode'] as const) alter(name, null)
}

const fewFolios: Show = async (counter, take) => {
  const low = { documentType: '39', left: 40, isLow: true, expiresOn: null } as const
  counter.till.world.setStatus({ folioStock: [low] })
  await counter.tap('folio-stock')
  await take('folios')
  await counter.press('Escape')
  counter.till.world.setStatus({ folioStock: [] })
}

const noRoll: Show = async (counter, take) => {
  counter.till.world.setPrinterTrouble('PAPER_OUT')
  await tapProduct(counter.page, 4)
  await counter.press('F12').tap('confirm-payment').find('next-sale').press('Enter').tap('printer')
  await take('sin-rollo')
  await counter.press('Escape')
  counter.till.world.setPrinterTrouble(null)
}

const byMail: Show = async (counter, take) => {
  must(await counter.till.api.saveMailAccount({ account: MAIL_ACCOUNT, password: 'secreta' }))
  for (const tile of [3, 6]) await tapProduct(counter.page, tile)
  await counter.press('F12').tap('confirm-payment').find('paper-image')
  await sendByMail(counter, async (name) => {
    if (name !== 'receipts-mail') return
    counter.till.world.amendNewest({ papers: [] })
    await counter.page.getByTestId('paper-image').waitFor({ state: 'detached' })
    await take('correo')
  })
}

const halfPaper: Show = async (counter, take) => {
  const { world } = counter.till
  const paper = { kind: 'receipt', state: 'unknown', widthMm: 80, printerId: 'virtual-80' } as const
  const facts = { detail: null, trouble: null, isShrunk: false, imagePath: null, printedAt: null }
  world.amendNewest({
    isUnprinted: true,
    papers: [{ ...paper, ...facts, jobId: 'job-x' as PrintJobId }],
  })
  await counter.press('F9').tap('receipt-row').find('paper-question')
  await take('a-medias')
  world.amendNewest({ isUnprinted: false, papers: [] })
}

const rejected: Show = async (counter, take) => {
  const wrong = { field: 'recipient.document_number', code: 'INVALID' }
  counter.till.world.amendNewest({
    issueState: 'rejected',
    lastErrorCode: 'FIELD_VALIDATION',
    fieldErrors: [{ ...wrong, message: 'El RUT no existe en el registro.' }],
  })
  await counter.find('detail-state')
  await take('rechazada')
  await counter.press('F8')
}

const inDoubt: Show = async (counter, take) => {
  const { world } = counter.till
  const at = world.now()
  world.setStatus({
    doubt: {
      ...{ reason: 'older', isOwn: false, since: at, word: null, hasServiceAnswered: false },
      ...{ salesHere: 1_204, salesSeen: 1_233, lastSaleSeenAt: at },
    },
  })
  await counter.press('F10').tap('settings-nav-support').find('doubt-part')
  await counter.page.getByTestId('doubt-part').scrollIntoViewIfNeeded()
  await take('en-duda')
  world.setStatus({ doubt: null })
  await counter.press('F8')
}

/** The terminal has fallen silent with the amount. */
const cardUnknown: Show = async (counter, take) => {
  counter.till.world.cable.toTerminal = () => undefined
  await tapProduct(counter.page, 4)
  await counter.press('F12').tap('pay-card', 'confirm-payment').find('card-amount')
  counter.till.world.hasten(3_000)
  await counter.find('card-unknown')
  await take('sin-respuesta')
}

const forgotten: Show = async (counter, take) => {
  await counter.till.world.hire()
  await counter.press('F8').see('nav-staff', 'Camila').press('Control+l').find('pin')
  await counter.page.getByText('Paula', { exact: true }).click()
  await counter.tap('pin-forgotten').find('owner-code')
  await take('pin-olvidado')
  const { api } = counter.till
  const paula = api.staff().members.find(({ name }) => name === 'Paula')?.id ?? ''
  must(await api.signIn({ staffId: paula, pin: PINS.owner }))
  await counter.press('Escape').see('nav-staff', 'Paula')
}

const SHOWN = [
  notYet,
  unknownCode,
  vale,
  goods,
  settings,
  tills,
  fewFolios,
  noRoll,
  byMail,
  halfPaper,
  rejected,
  inDoubt,
  forgotten,
  cardUnknown,
]
