/**
 * `npm run demo -- --story [--out DIR]`: a day at the counter in Chromium, on real programs: the
 * shift is opened, things are sold, put aside, taken up, paid in cash and by card, brought back,
 * sold without connection, and counted. Leaves a numbered picture a scene and `historia.html`,
 * which shows them with what happens. Ends with 0 only if the day went as it is told.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { askedOrEnd } from '#shared/core/command-line.ts'
import { htmlText } from '#shared/text/html-text.ts'
import { NO_CHROMIUM, openChromium } from '../support/chromium.ts'
import { CREW, PINS } from '../support/crew.ts'
import { toPalettePng } from '../support/palette-png.ts'
import { startServiceProgram, startTill } from '../support/programs.ts'
import { setUpAsOwner } from '../support/shop-owner.ts'
import { connectTill, type TillClient } from '../support/till-client.ts'
import { todayInChile } from '../support/wall-clock.ts'
import { visibleHands, type VisibleHands } from './visible-hands.ts'

const COLA = '7800104006297'
const RICE = '7800104009625'
const MILK = '7800104003333'
const VIEW = { width: 1366, height: 768 }
/** The float, and what the day left in the drawer: pieces of each value in pesos. */
const DRAWER = [
  [10_000, 3],
  [1_000, 4],
  [500, 1],
  [100, 1],
  [50, 1],
  [10, 2],
] as const
/** A busy machine takes its time. */
const PATIENCE_MS = 15_000
/** 135 UF, about. */
const BUYER_LIMIT_CLP = 5_300_000
const FLOAT_CLP = 30_000

export interface Scene {
  /** Of its picture, in the folder of the story. */
  readonly file: string
  readonly title: string
  readonly text: string
}

interface Telling extends VisibleHands {
  readonly page: Page
  /** A picture of what is on the screen now. */
  readonly tell: (title: string, text: string) => Promise<void>
  /** Waits until something is there under this test id, with these words where they are said. */
  readonly see: (testId: string, words?: RegExp) => Promise<void>
}

/** Plays the day and leaves it in `folder`; the scenes in their order. */
export async function tellDay(folder: string): Promise<readonly Scene[]> {
  mkdirSync(folder, { recursive: true })
  const dataDir = mkdtempSync(join(tmpdir(), 'meson-story-'))
  const serviceArgs = (port: string) => ['--port', port, '--data', join(dataDir, 'service')]
  let service = await startServiceProgram(serviceArgs('0'))
  const { base_url: address, keys } = service.ready
  const till = await startTill(['--data', join(dataDir, 'till'), '--api', address], {
    TILL_API_KEY: keys.member,
  })
  const browser = await openChromium()
  try {
    await setUpDay(connectTill(till.ready.url))
    const page = await browser.newPage({ viewport: VIEW, reducedMotion: 'reduce' })
    await page.goto(till.ready.url)
    const scenes: Scene[] = []
    const telling = tellingOf(page, folder, scenes)
    const wire = {
      cut: () => service.kill(),
      mend: async () => {
        service = await startServiceProgram(serviceArgs(new URL(address).port))
      },
    }
    try {
      await playDay(telling, wire)
    } catch (error) {
      await page.screenshot({ path: join(folder, 'stuck.png') })
      throw error
    }
    writeFileSync(join(folder, 'historia.html'), storyPage(scenes))
    return scenes
  } finally {
    await browser.close()
    await till.stop()
    await service.kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Wire {
  readonly cut: () => Promise<void>
  readonly mend: () => Promise<void>
}

async function playDay(telling: Telling, wire: Wire): Promise<void> {
  telling.page.setDefaultTimeout(PATIENCE_MS)
  await morning(telling)
  await sales(telling)
  await comesBack(telling)
  await withoutConnection(telling, wire)
  await evening(telling)
}

async function setUpDay(till: TillClient): Promise<void> {
  await setUpAsOwner(till)
  const year = Number(todayInChile().slice(0, 4))
  const saved = await till.saveSettings({
    usesShifts: true,
    buyerLimits: [{ year, limitClp: BUYER_LIMIT_CLP }],
  })
  if (!saved.ok) throw new Error(saved.refusal.code)
  for (const [name, role, pin] of CREW) {
    const member = await till.saveStaff({ staffId: null, name, role, pin })
    if (!member.ok) throw new Error(member.refusal.code)
  }
  await till.signOut()
}

function tellingOf(page: Page, folder: string, scenes: Scene[]): Telling {
  return {
    ...visibleHands(page),
    page,
    async tell(title, text) {
      const place = String(scenes.length + 1).padStart(2, '0')
      const words = title.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
      const file = `${place}-${words.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')}.png`
      await page.evaluate(() => document.fonts.ready)
      const png = await page.screenshot({ animations: 'disabled' })
      writeFileSync(join(folder, file), await toPalettePng(png))
      scenes.push({ file, title, text })
      process.stderr.write(`${file}\n`)
    },
    see: (testId, words) =>
      page
        .getByTestId(testId)
        .filter(words === undefined ? {} : { hasText: words })
        .first()
        .waitFor(),
  }
}

async function signIn({ page }: Telling, name: string, pin: string): Promise<void> {
  await page.getByTestId('person').filter({ hasText: name }).click()
  await page.getByTestId('pin').fill(pin)
  await page.keyboard.press('Enter')
  await page.getByTestId('pin').waitFor({ state: 'detached' })
}

async function morning(telling: Telling): Promise<void> {
  const { page, tell, see } = telling
  await see('person')
  await signIn(telling, 'Camila', PINS.cashier)
  await page.getByTestId('nav-shift').click()
  await page.getByTestId('shift-float').fill(String(FLOAT_CLP))
  await tell('Abre el turno', 'Camila entra con su PIN y cuenta el sencillo con que parte el día.')
  await page.keyboard.press('Enter')
  await see('shift-status', /Turno 1/)
  await page.getByTestId('nav-sale').click()
  await see('connection', /En línea/)
}

async function sales(telling: Telling): Promise<void> {
  const { page, tell, see, scan, press } = telling
  for (const code of [COLA, RICE, COLA]) await scan(code)
  await page.getByTestId('cart-line').nth(1).waitFor()
  await tell('Escanea', 'Cada lectura suma; repetir un código suma otra unidad.')
  await press('En espera')
  await page.getByTestId('parked-name').fill('Sra. Rosa')
  await tell('Deja en espera', 'La Sra. Rosa va por su billetera: su venta espera con su nombre.')
  await press('Dejar en espera')
  for (const code of [MILK, RICE]) await scan(code)
  await page.getByTestId('cart-line').nth(1).waitFor()
  await press('Cobrar', 'Efectivo')
  await page.getByTestId('tendered').fill('10000')
  await tell(
    'Cobra en efectivo',
    'Se escribe lo que entrega el cliente, y el vuelto está a la vista.',
  )
  await press('Confirmar pago')
  await see('issue-state', /emitida/)
  await see('paper-image')
  await tell(
    'Entrega la boleta',
    'La boleta sale con su folio, y la pantalla muestra el papel tal cual.',
  )
  await press('Siguiente venta', '1 venta en espera')
  await page.getByTestId('parked-sale').first().waitFor()
  await tell('Retoma la venta', 'Vuelve la Sra. Rosa: su venta está como quedó.')
  await page.getByTestId('parked-sale').first().click()
  await press('Cobrar', 'Tarjeta')
  await tell('Cobra con tarjeta', 'El total va al terminal, y la boleta sale igual.')
  await press('Confirmar pago')
  await see('issue-state', /emitida/)
  await press('Siguiente venta')
}

async function comesBack({ page, tell, see }: Telling): Promise<void> {
  await page.getByTestId('nav-receipts').click()
  await page.getByTestId('receipt-row').nth(1).click()
  await page.getByTestId('return-receipt').click()
  await page.getByTestId('back-more').first().click()
  await page.getByTestId('reason-preset').nth(1).click()
  await tell(
    'Recibe una devolución',
    'Se elige lo que vuelve y por qué; la caja dice cuánto devolver.',
  )
  await page.getByTestId('confirm-return').click()
  await page.getByRole('dialog').getByText('Rodrigo').click()
  await page.getByTestId('pin').fill(PINS.supervisor)
  await page.keyboard.press('Enter')
  await see('paper-image')
  await tell(
    'Emite la nota de crédito',
    'Rodrigo autoriza con su PIN, y la nota sale con su folio.',
  )
}

async function withoutConnection(
  { page, tell, see, scan, press }: Telling,
  { cut, mend }: Wire,
): Promise<void> {
  await page.getByTestId('nav-sale').click()
  await cut()
  for (const code of [COLA, MILK]) await scan(code)
  await page.getByTestId('cart-line').nth(1).waitFor()
  await press('Cobrar', 'Efectivo', 'Confirmar pago')
  await see('connection', /Sin conexión/)
  await see('issue-state', /pendiente/)
  await see('paper-image')
  await tell(
    'Vende sin conexión',
    'Se cortó internet. La venta queda guardada y sale un comprobante provisorio.',
  )
  await mend()
  await see('connection', /En línea/)
  await see('issue-state', /emitida/)
  await tell('Vuelve la conexión', 'La boleta pendiente sale sola, con su folio, sin tocar nada.')
  await press('Siguiente venta')
}

async function evening(telling: Telling): Promise<void> {
  const { page, tell, see } = telling
  await page.getByTestId('nav-shift').click()
  await see('expected-cash')
  await page.keyboard.press('F12')
  for (const [clp, pieces] of DRAWER) await page.getByTestId(`piece-${clp}`).fill(String(pieces))
  await tell('Cuenta el cajón', 'Se anotan billetes y monedas; la caja suma.')
  await page.keyboard.press('F12')
  await see('count-verdict')
  await tell('Compara', 'Lo contado contra lo esperado, medio por medio, antes de cerrar.')
  await page.getByTestId('close-shift').click()
  await see('report-paper')
  await tell('Cierra con la Z', 'El turno queda cerrado, y la Z guardada e impresa.')
  await page.keyboard.press('Shift+F1')
  await signIn(telling, 'Paula', PINS.owner)
  await page.getByTestId('nav-reports').click()
  await see('table-short-products')
  await tell(
    'Mira el día',
    'Paula ve lo vendido, lo devuelto, los medios de pago y lo que más salió.',
  )
}

function storyPage(scenes: readonly Scene[]): string {
  const figures = scenes.map(
    (
      { file, title, text },
      index,
    ) => `<figure><img src="${htmlText(file)}" width="${VIEW.width}" height="${VIEW.height}" alt="${htmlText(title)}">
<figcaption><b>${index + 1}. ${htmlText(title)}</b> ${htmlText(text)}</figcaption></figure>`,
  )
  return `<!doctype html>
<html lang="es-CL"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Un día en la caja</title><style>
:root{color-scheme:light dark}body{max-width:70rem;margin:0 auto;padding:1rem;font:18px/1.5 system-ui,sans-serif}
figure{margin:0 0 2.5rem}img{max-width:100%;height:auto;border:1px solid #888;border-radius:12px}figcaption b{display:block}
</style></head><body><h1>Un día en la caja</h1>
${figures.join('\n')}
</body></html>
`
}

if (import.meta.main) {
  const { values } = askedOrEnd(
    parseArgs,
    {
      usage: 'npm run demo -- --story [--out DIR]',
      options: { out: { kind: 'text', first: 'demo-out' } },
    },
    process,
  )
  const folder = resolve(values.out)
  if (NO_CHROMIUM === null) {
    const scenes = await tellDay(folder)
    process.stderr.write(`${scenes.length} escenas: ${join(folder, 'historia.html')}\n`)
  } else {
    process.stderr.write(`${NO_CHROMIUM}\n`)
    process.exitCode = 1
  }
}
