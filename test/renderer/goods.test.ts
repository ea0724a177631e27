/**
 * The catalogue as its owner keeps it, in Chromium on the real core: by keyboard, by
 * finger, by scanner.
 */
import { describe, expect, it } from 'vitest'
import { must } from '../support/must.ts'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { realCore } from './real-core.ts'

const COFFEE = '7801040000037'

describe.skipIf(NO_CHROMIUM !== null)(
  `the catalogue in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const core = realCore()
    const counter = eachStory(null, core.open)
    const names = () => counter.page.getByTestId('goods-row-name').allTextContents()
    const isClosed = (testId: string) =>
      counter.page.getByTestId(testId).waitFor({ state: 'detached' })

    it('a price is changed by keyboard alone, and the next scan sells at it', async () => {
      const { page } = counter
      await counter.press('Shift+F9')
      await page.getByTestId('goods-row').first().waitFor()
      expect(await names()).toEqual(
        (await names()).toSorted((a, b) => (a ?? '').localeCompare(b ?? '', 'es')),
      )
      await counter.press('F2').typeKeys('molido')
      await expect.poll(names, PATIENT).toEqual(['Café molido'])
      await counter.press('ArrowDown', 'Enter')
      await page.getByTestId('goods-price').fill('4990')
      await counter.press('Enter')
      await isClosed('save-goods')
      await expect
        .poll(() => page.getByTestId('goods-row').innerText(), PATIENT)
        .toContain('$4.990')
      await counter.press('F8').scan(COFFEE)
      await expect.poll(counter.cart, PATIENT).toEqual(['1 Café molido $4.990'])
    })

    it('a price that is asked for when selling: none in the catalogue, typed at each scan, nothing else scanned meanwhile', async () => {
      const { page } = counter
      await counter.press('Shift+F9').find('goods-row').press('F2').typeKeys('molido')
      await expect.poll(names, PATIENT).toEqual(['Café molido'])
      await counter.press('ArrowDown', 'Enter').find('save-goods')
      await page.getByText('Sin precio fijo').click()
      await counter.tap('save-goods')
      await isClosed('save-goods')
      await counter.tap('goods-filter-asked')
      await expect.poll(names, PATIENT).toEqual(['Café molido'])
      await counter.read('Precio al vender').press('F8').scan(COFFEE).find('asked-price')
      await counter.isAccessible().press('Enter').read('Escriba el precio en pesos')
      await counter.scan('201').read('escanee de nuevo lo demás')
      await counter.typeKeys('3500').press('Enter')
      await isClosed('asked-price')
      await counter.scan(COFFEE).type('asked-price', '900')
      await counter.press('Enter')
      await expect
        .poll(counter.cart, PATIENT)
        .toEqual(['1 Café molido $3.500', '1 Café molido $900'])
      await counter.press('F12').tap('confirm-payment').see('change', '$4.400')
    })

    it('a scan here is looked for, says its check digit and makes the product; axe finds nothing', async () => {
      const { page } = counter
      must(core.api().saveCategory({ categoryId: null, name: 'Infusiones', hue: 50 }))
      await counter.tap('nav-goods')
      await page.getByTestId('goods-row').first().waitFor()
      await counter.isAccessible().scan('7809999999999').tap('goods-with-code')
      await page.getByText('Si es un código de barras, debe terminar en 8').waitFor()
      await page.getByTestId('goods-code').fill('7809999999998')
      await page.getByText('Dígito verificador correcto').waitFor()
      await counter.tap('save-goods')
      await page.getByText('Escriba un nombre.').waitFor()
      await page.getByTestId('goods-name').fill('Té de boldo')
      await page.getByTestId('goods-price').fill('1290')
      await counter
        .tap('save-goods')
        .see('goods-trouble', 'Elija una categoría')
        .isAccessible()
        .tap('goods-shelf')
      await page.getByRole('option').first().click()
      await counter.tap('save-goods')
      await isClosed('save-goods')
      await counter.type('goods-search', 'boldo')
      await expect.poll(names, PATIENT).toEqual(['Té de boldo'])
    })

    it('a promotion is made here and the next sale is priced by it; axe finds nothing', async () => {
      const { page } = counter
      await counter.press('Shift+F9')
      await counter.tap('more', 'edit-promotions').tap('new-promotion')
      await page.getByTestId('promotion-name').fill('3x2 Café')
      await counter.tap('promotion-kind-group').scan(COFFEE)
      await page.getByTestId('promotion-product').waitFor()
      await counter.see('promotion-preview', '3 × Café molido: $3.992 en vez de $5.988')
      await counter.isAccessible().tap('save-promotion')
      await page.getByTestId('promotion').waitFor()
      await counter.isAccessible().press('Escape', 'F8')
      await counter.scan(COFFEE).scan(COFFEE).scan(COFFEE)
      await counter.see('line-offer', '3x2 Café -$1.996')
      await counter.see('offers-saved', '-$1.996').see('cart-total', '$3.992')
    })

    it('a price list is made, archived and brought back by keyboard alone; what somebody else saved meanwhile is not undone; axe finds nothing', async () => {
      await counter
        .press('Shift+F9')
        .tabTo('more')
        .press('Enter')
        .find('edit-promotions')
        .press('Enter')
      await counter.tabTo('price-lists').press('Enter').tabTo('new-list').press('Enter')
      await counter.find('list-name').typeKeys('Mayor').tabTo('list-percent').typeKeys('10')
      // Enter takes the code that was typed, and does not save without it.
      await counter.tabTo('promotion-code').typeKeys(COFFEE).press('Enter')
      await counter.tabTo('list-price').typeKeys('1500').isAccessible().press('Enter')
      await counter.see('price-list', 'Mayor').tabTo('archive-list').press('Enter')
      await counter.see('price-list', /Mayor.*Archivad/)
      expect(await counter.page.getByTestId('edit-list').count()).toBe(0)
      await counter.press('Enter').tabTo('edit-list').press('Enter').find('list-name')
      const [list] = must(core.api().priceLists())
      const { id: priceListId, changedAt: readAt, prices } = list!
      const theirs = { priceListId, readAt, name: 'Mayor', percents: [], prices: [...prices] }
      must(core.api().savePriceList(theirs))
      await counter.type('list-name', 'Mayorista').press('Enter')
      await counter.see('list-trouble', 'cambió la lista «Mayor»').isAccessible()
      expect(await counter.page.getByTestId('list-name').inputValue()).toBe('Mayorista')
      await counter.tabTo('save-over').press('Enter').see('price-list', 'Mayorista')
      await counter.press('Escape', 'Escape', 'F8')
    })

    it('a sale takes a price list by hand, its line says so, and loses it with the list, also after a reload', async () => {
      const { page } = counter
      const productId = must(core.api().productByCode(COFFEE)).id
      const prices = [{ productId, unitGrossClp: 1500 }]
      must(core.api().savePriceList({ priceListId: null, name: 'Mayorista', percents: [], prices }))
      await counter.scan(COFFEE).see('cart-total', '$1.996').press('Shift+F7').tap('choose-list')
      await page.getByRole('option', { name: 'Mayorista' }).click()
      await counter.see('line-offer', 'Mayorista -$496').see('cart-total', '$1.500')
      const priceListId = must(core.api().priceLists())[0]!.id
      must(core.api().archivePriceList({ priceListId, isArchived: true }))
      await counter.see('cart-total', '$1.996')
      await page.reload()
      await counter.see('cart-total', '$1.996')
    })

    it('what is archived is gone from the counter, found among the archived, and brought back', async () => {
      const { page } = counter
      await counter.tap('nav-goods')
      await page.getByText('Café molido').click()
      await counter.tap('archive-goods')
      await isClosed('archive-goods')
      await expect.poll(names, PATIENT).not.toContain('Café molido')
      await counter
        .press('F8')
        .scan(COFFEE)
        .see('search-trouble', 'está archivado')
        .press('Shift+F9')
        .tap('goods-filter-archived')
      await expect.poll(names, PATIENT).toEqual(['Café molido'])
      await counter.tap('goods-row', 'archive-goods')
      await isClosed('archive-goods')
      await expect.poll(names, PATIENT).toEqual([])
    })

    it('a product has its place on the grid; the second to ask for it is told whose it is, and changes with it', async () => {
      const { page } = counter
      const ask = async (name: string) => {
        await page.getByText(name).click()
        await page.getByTestId('goods-place').fill('2')
        await counter.tap('save-goods')
      }
      await counter.press('Shift+F9')
      await ask('Pasaje')
      await isClosed('save-goods')
      await ask('Café molido')
      await counter.see('swap-place', 'Pasaje')
      await page.getByText('El lugar 2 ya es de «Pasaje»').waitFor()
      await counter.isAccessible().tap('swap-place')
      await isClosed('save-goods')
      await counter.press('F8').tap('arrange').see('place-pin', '2')
      const pinned = page.getByTestId('place').nth(1)
      await pinned.getByText('Café molido').waitFor()
      await pinned.focus()
      await counter.press('Shift+ArrowLeft').see('arrange-told', 'lugar 2 fijo').isAccessible()
    })

    it('a scan in the sheet is a further code; the cost says its margin, and the old price stays', async () => {
      const { page } = counter
      await counter.press('Shift+F9')
      await page.getByText('Café molido').click()
      await counter.scan('7809999999998')
      await expect
        .poll(() => page.getByTestId('goods-more-codes').inputValue(), PATIENT)
        .toBe('7809999999998')
      await page.getByTestId('goods-price').fill('4990')
      await page.getByTestId('goods-cost').fill('2100')
      await page.getByText('Margen: 49,9 %').waitFor()
      await counter.isAccessible().tap('save-goods')
      await isClosed('save-goods')
      await page.getByText('Café molido').click()
      await page.getByTestId('past-prices').getByText('a $4.990').waitFor()
      await counter.press('Escape', 'F8').scan('7809999999998')
      await expect.poll(counter.cart, PATIENT).toEqual(['1 Café molido $4.990'])
    })

    it('a list without prices says so once, and one without codes which it makes; axe finds nothing', async () => {
      const { page } = counter
      await counter.press('Shift+F9', 'F6')
      const bring = (list: string) =>
        page.setInputFiles('input[type=file]', {
          name: 'lista.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(list),
        })
      await page.getByText('Elegir archivo').waitFor()
      await bring('Código;Nombre\nT-1;Té\nT-2;Mate\nT-3;Boldo')
      await counter.see('import-remark', 'Precio: la lista no tiene esa columna').isAccessible()
      expect(await page.getByText('la lista no tiene esa columna').count()).toBe(1)
      expect(await page.getByTestId('import-row').count()).toBe(3)
      await counter.tap('import-cancel')
      const list = 'Nombre;Precio;Rubro\nPan amasado;300;Panadería\nHuevo;250;'
      await bring(list)
      await counter.see('import-remark', 'Se les pone uno propio (P1, P2)').isAccessible()
      await page.getByText('Se crean las categorías: Panadería, Sin categoría.').waitFor()
      await counter.tap('import-accept').see('import-done', '2 nuevos, 0 cambiados')
      // The same list again finds them by their names.
      await bring(list.replace('250', '260'))
      await counter.tap('import-accept').see('import-done', '0 nuevos, 1 cambiados')
      await counter.tap('import-close')
      expect(must(core.api().productByCode('P2'))).toMatchObject({ unitGrossClp: 260 })
      await counter.press('Escape', 'F8')
    })

    it('a list is shown with its bad rows and mended columns, then taken in; axe finds nothing', async () => {
      const { page } = counter
      await counter.press('Shift+F9', 'F6')
      const list =
        'Cód;Producto;Precio;Rubro;Régimen\n7801040000037;Café de grano;$ 4.990;;afecto\nT-1;Té;990;Infusiones;EXENTO\nT-2;Mate;gratis;;'
      const choose = () =>
        page.setInputFiles('input[type=file]', {
          name: 'lista.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(list, 'latin1'),
        })
      await page.getByText('Elegir archivo').waitFor()
      await choose()
      // A column that says who is exempt is read, or left out by somebody's own word.
      await counter.see('import-unread', 'Régimen').see('import-problem', '«Régimen»')
      expect(await page.getByTestId('import-accept').count()).toBe(0)
      await counter.isAccessible().tap('import-read-taxStatus')
      await page.getByText('«gratis» no es un monto').waitFor()
      await page.getByText('Se crean las categorías: Infusiones.').waitFor()
      await counter.tap('import-show-new').see('import-row', /Exento.*Té/s)
      await counter.isAccessible().tap('import-column-3')
      await page.getByRole('option', { name: 'No se lee' }).click()
      await page.getByText('Se crean las categorías: Sin categoría.').waitFor()
      await page.getByText('Importar 2 productos').waitFor()
      await counter
        .isAccessible()
        .tap('import-accept')
        .see('import-done', '1 nuevos, 1 cambiados')
        .tap('import-close')
        .type('goods-search', 'té')
      await expect.poll(names, PATIENT).toEqual(['Té'])
      expect(must(core.api().productByCode('T-1')).isExempt).toBe(true)
      for (const kind of ['csv', 'xlsx']) {
        const download = page.waitForEvent('download')
        await counter.press('F5').isAccessible().tap(`export-${kind}`)
        expect((await download).suggestedFilename()).toMatch(new RegExp(`^productos-.*\\.${kind}$`))
        await isClosed('export-csv')
      }
    })

    it('prices of a filtered list go up as shown by keyboard, and are taken back', async () => {
      const { page } = counter
      await counter.press('Shift+F9', 'F3')
      await page.getByTestId('bulk-percent').fill('10')
      await page.getByText('$1.996 → $2.200').waitFor()
      await counter
        .isAccessible()
        .press('Enter')
        .see('bulk-told', '3 productos cambiados')
        .tap('bulk-undo')
        .see('bulk-told', '3 productos están como antes')
        .tap('bulk-kind-category', 'bulk-kind-archive')
      await page.getByText('Cambiar 3 productos').waitFor()
      await counter.isAccessible()
    })

    it('Escape closes what was pressed by keyboard and rests: an export that failed, a change that is done', async () => {
      const { page } = counter
      await counter.press('Shift+F9').find('goods-row')
      await counter.press('F3')
      await page.getByTestId('bulk-percent').fill('10')
      await page.getByText('$1.996 → $2.200').waitFor()
      await page.getByTestId('bulk-apply').focus()
      await counter.press('Enter').see('bulk-told', '3 productos cambiados').press('Escape')
      await isClosed('bulk-apply')
      await page.evaluate(() => {
        URL.createObjectURL = () => {
          throw new Error('no file')
        }
      })
      await counter.press('F5')
      await page.getByTestId('export-csv').focus()
      await counter.press('Enter')
      await page.getByText('No se pudo leer el catálogo').waitFor()
      await counter.press('Escape')
      await isClosed('export-csv')
    })

    it('labels go to the printer by keyboard, of one product into a file by finger; axe finds nothing', async () => {
      const { page } = counter
      await counter.press('Shift+F9', 'Shift+F5')
      await page.getByTestId('labels-each').fill('0')
      await counter.press('Enter')
      await page.getByText('Escriba un número de 1 a 50.').waitFor()
      await counter.isAccessible()
      await page.getByTestId('labels-each').fill('2')
      await counter.press('Enter').see('labels-told', 'Salieron 6 etiquetas').press('Escape')
      await page.getByText('Café molido').click()
      await counter.tap('label-product')
      await page.getByText('Café molido: nombre, precio').waitFor()
      const download = page.waitForEvent('download')
      await counter.tap('labels-sheet')
      expect((await download).suggestedFilename()).toMatch(/^etiquetas-.*\.pdf$/)
      await counter.see('labels-told', '1 etiqueta').press('Escape').tap('goods-filter-noPicture')
      await expect.poll(async () => (await names()).length, PATIENT).toBe(3)
      await counter.isAccessible()
    })

    it('goods are counted by scanner with the difference shown, and sold below nothing with a mark', async () => {
      const { page } = counter
      await counter.press('Shift+F9', 'Shift+F4').tap('stock-counted').scan(COFFEE)
      await page.getByText('0 → 1 (+1)').waitFor()
      await counter.scan(COFFEE)
      await page.getByText('0 → 2 (+2)').waitFor()
      await counter.isAccessible().tap('stock-accept')
      await isClosed('stock-accept')
      await page.getByText('Café molido').click()
      await counter
        .see('stock-moves', 'Contado +2')
        .type('stock-differs', '-3')
        .type('stock-reason', 'Rotas')
        .tap('stock-correct')
        .see('stock-moves', 'Corregido −3')
        .isAccessible()
        .press('Escape')
        .tap('goods-filter-low')
        .see('goods-row', 'Bajo cero: −1')
        .isAccessible()
      const download = page.waitForEvent('download')
      await counter.press('F5').tap('export-stock')
      expect((await download).suggestedFilename()).toMatch(/^stock-.*\.csv$/)
    })

    it('shelves are renamed, coloured, added and put in order, and the sale screen follows', async () => {
      const { page } = counter
      await counter.press('Shift+F9', 'F7')
      await page.getByTestId('new-shelf').getByTestId('shelf-name').fill('Regalos')
      await counter.press('Enter').see('shelves-told', 'Regalos')
      await expect.poll(() => page.getByTestId('shelf').count(), PATIENT).toBe(2)
      const first = page.getByTestId('shelf').first()
      await first.getByTestId('shelf-name').fill('Lo nuestro')
      await first.getByRole('option').nth(3).click()
      await first.getByTestId('save-shelf').click()
      await counter.see('shelves-told', 'Lo nuestro')
      await first.getByTestId('shelf-later').click()
      await expect
        .poll(
          () => page.getByTestId('shelf').getByTestId('shelf-name').evaluateAll(valuesOf),
          PATIENT,
        )
        .toEqual(['Regalos', 'Lo nuestro'])
      await counter.isAccessible()
      await page.getByTestId('new-shelf').getByTestId('shelf-name').fill('REGALOS')
      await counter.press('Enter')
      await page.getByText('Ya hay una categoría «Regalos»').waitFor()
      await counter.tap('shelves-done').press('F8')
      await page.getByText('Lo nuestro', { exact: true }).waitFor()
    })
  },
)

const valuesOf = (fields: readonly Element[]) =>
  fields.map((field) => (field as unknown as { readonly value: string }).value)
