/** Dated prices at the head office in Chromium: planned, from a file, saved and taken back. */
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { COFFEE } from '../integration/fleet-hands.ts'
import { invitationFor } from '../integration/office-hands.ts'
import { accessibilityProblems } from './counter-steps.ts'
import { officeWorld, OFFICE_SIZES, type OfficeWorld } from './office-page.ts'

let office: OfficeWorld
beforeEach(async () => {
  office = await officeWorld()
})
afterEach(() => office.close())

it.each(OFFICE_SIZES)('plans prices, by hand and from a file, at $width px', async (size) => {
  const { world } = office
  await office.openTills()
  const { invitation } = await invitationFor(world.service, 'ana@tienda.cl', 'manager')
  const { context, page, complaints } = await office.openPage(size)
  await office.join(page, invitation)
  await office.tab(page, 'prices')
  await page.getByTestId('plan-code').fill(COFFEE)
  await page.getByTestId('plan-from').fill('25-12-2026')
  await page.getByTestId('plan-price').fill('7770')
  await page.getByTestId('plan').click()
  const row = page.getByRole('row', { name: /Café molido/ })
  await row.getByText('$7.770').waitFor()
  await row.getByText('25-12-2026').waitFor()
  await office.picture(page, `prices-${size.width}`)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await office.isWide(page)).toBe(false)

  const file = (text: string) => ({
    ...{ name: 'precios.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(text),
  })
  const input = page.locator('input[type=file]')
  await input.setInputFiles(file(`Código;Producto;Lugar;Desde;Precio\n${COFFEE};;;nunca;990\n`))
  await page.getByText('La línea 2 no sirve').waitFor()
  await input.setInputFiles(file(`${COFFEE};Café;;20-11-2026;990\n`))
  await page.getByText('Precios cargados: 1.').waitFor()
  await page.getByText('Vigente').waitFor()
  await input.setInputFiles(file('nada;Café;;20-11-2026;990\n'))
  await page.getByText('Ningún producto tiene el código nada.').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByTestId('csv').click(),
  ])
  expect(
    readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n')
      .slice(1),
  ).toEqual([`${COFFEE};Café molido;;20-11-2026;990`, `${COFFEE};Café molido;;25-12-2026;7770`])
  await page.getByTestId(`remove-${COFFEE}-2026-12-25`).click()
  await page.getByTestId(`remove-${COFFEE}-2026-12-25`).waitFor({ state: 'detached' })
  expect(complaints.filter((text) => !/401|422/.test(text))).toEqual([])
  await context.close()
})
