/**
 * A person who never saw the till: ten receipts of all kinds, one parked, one paid in two ways, a
 * wrong scan mended and a copy, by nothing but the words on the screen, over the real till and its
 * own service.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_CHROMIUM, openChromium } from '../support/chromium.ts'
import { startTill, type Program, type TillReady } from '../support/programs.ts'
import { connectTill, eventually, receiptOf } from '../support/till-client.ts'
import { visibleHands, type VisibleHands } from './visible-hands.ts'

const COLA = '7800104006297'
const MILK = '7800104003333'
const RICE = '7800104009625'
const OIL = '7800104010362'
const UNKNOWN = '7809999999998'

describe.skipIf(NO_CHROMIUM !== null)(
  `the first hour at the counter${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    let folder: string
    let browser: Browser
    let till: Program<TillReady>
    let hands: VisibleHands

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'meson-first-'))
      till = await startTill(['--data', folder])
      browser = await openChromium()
      const page = await browser.newPage({
        viewport: { width: 1366, height: 768 },
        reducedMotion: 'reduce',
      })
      await page.goto(till.ready.url)
      hands = visibleHands(page)
      await hands.read('Lista para vender')
      await hands.read('En línea')
    })
    afterAll(async () => {
      await browser?.close()
      await till?.kill()
      rmSync(folder, { recursive: true, force: true })
    })

    const issued = async () => {
      await hands.read(/Boleta (exenta )?emitida N° \d+/)
      await hands.press('Siguiente venta')
      await hands.read('Lista para vender')
    }
    const find = async (text: string, tile: string) => {
      await hands.fill('Nombre, código o escanear', text)
      await hands.press(tile)
    }

    it('ten receipts, one parked, one split, a wrong scan mended and a copy, without reading anything', async () => {
      // 1: bread by weight, which is asked for; the keypad is under it.
      await hands.press('Marraqueta', '0', ',', '3', '5', 'Agregar')
      await hands.read('$662')
      await hands.press('Cobrar', 'Confirmar pago')
      await issued()

      // 2: two of one thing by scanner, and one that was not meant.
      for (const code of [COLA, COLA, MILK]) await hands.scan(code)
      await hands.read('2 líneas')
      await hands.press('Quitar')
      await hands.read('$3.980')
      await hands.press('Cobrar', '$5.000', 'Confirmar pago')
      await hands.read(/Su vuelto.*\$1\.020/)
      await issued()

      // 3: a code nobody knows, found by name instead, by card.
      await hands.scan(UNKNOWN)
      await hands.read(`No hay ningún producto con el código ${UNKNOWN}`)
      await find('alfaj', 'Alfajor de chocolate')
      await hands.press('Cobrar', 'Tarjeta', 'Confirmar pago')
      await issued()

      // 4: something without a code, priced by touch.
      await hands.press(
        'Monto libre',
        '1',
        '5',
        '0',
        '0',
        'Agregar a la venta',
        'Cobrar',
        'Confirmar pago',
      )
      await issued()

      // 5 and 6: what has no IVA, alone and with what has; a discount on the line.
      await find('carga', 'Carga tarjeta de transporte $1.000')
      await hands.press('Cobrar', 'Confirmar pago')
      await issued()
      await find('carga', 'Carga tarjeta de transporte $1.000')
      await find('azuc', 'Azúcar granulada')
      await hands.press('Descuento', '9', '0', 'Aplicar')
      await hands.read('$2.200')
      await hands.press('Cobrar', 'Confirmar pago')
      await issued()

      // 7 and 8: somebody forgot something; the next one is served meanwhile.
      await hands.scan(RICE)
      await hands.press('En espera')
      await hands.fill('Nombre', 'Sra. Rosa')
      await hands.press('Dejar en espera')
      await hands.read('1 venta en espera')
      await find('platano', 'Plátano')
      await hands.press('1', 'Agregar')
      await hands.press('Cobrar', 'Confirmar pago')
      await issued()
      await hands.press('1 venta en espera')
      await hands.read('Sra. Rosa')
      await hands.press('1Sra. Rosa')
      await hands.read('Arroz grado 1')
      await hands.press('Cobrar', 'Confirmar pago')
      await issued()

      // 9: part in cash, the rest by card.
      await hands.scan(OIL)
      await hands.press('Cobrar')
      await hands.read('Recibido')
      await hands.press('1', '000')
      await hands.read(/Falta.*\$1\.190/)
      await hands.press('Agregar pago', 'Tarjeta', 'Confirmar pago')
      await issued()

      // 10: somebody who wants their name on it.
      await hands.scan(COLA)
      await hands.press('Cobrar')
      await hands.fill('RUT', '12345678-5')
      await hands.read('Nombre según el SII')
      await hands.press('Confirmar pago')
      await issued()

      // And one comes back for a copy.
      await hands.press('Boletas', 'Boleta N°')
      await hands.press('Reimprimir copia')
      await hands.read(/Copia · 80 mm/)

      const client = connectTill(till.ready.url)
      const { rows } = await client.listReceipts({ cursor: null })
      const papers = await eventually(
        () =>
          Promise.all(
            rows.map(async ({ saleId }) =>
              (await receiptOf(client, saleId)).papers
                .filter(({ state }) => state === 'sent')
                .map(({ kind }) => kind),
            ),
          ),
        (all) => all.flat().length === 11,
      )
      expect(
        rows.map(({ folio, documentType, totalClp }) => [documentType, folio, totalClp]),
      ).toEqual([
        ['39', 9, 1990],
        ['39', 8, 2190],
        ['39', 7, 1490],
        ['39', 6, 1390],
        ['39', 5, 2200],
        ['41', 1, 1000],
        ['39', 4, 1500],
        ['39', 3, 450],
        ['39', 2, 3980],
        ['39', 1, 662],
      ])
      expect(papers.map((kinds) => [...kinds].sort().join())).toEqual([
        'copy,receipt',
        ...Array<string>(9).fill('receipt'),
      ])
    })
  },
)
