/** Promotions and price lists at the head office in Chromium: made, changed, ended. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { must } from '../support/must.ts'
import { COFFEE } from '../integration/fleet-hands.ts'
import { invitationFor } from '../integration/office-hands.ts'
import { accessibilityProblems } from './counter-steps.ts'
import { officeWorld, OFFICE_SIZES, type OfficeWorld } from './office-page.ts'

let office: OfficeWorld
beforeEach(async () => {
  office = await officeWorld()
})
afterEach(() => office.close())

it.each(OFFICE_SIZES)('makes, changes and ends offers at $width px', async (size) => {
  const { world } = office
  const [one] = await office.openTills()
  const { invitation } = await invitationFor(world.service, 'ana@tienda.cl', 'manager')
  const { context, page, complaints } = await office.openPage(size)
  await office.join(page, invitation)
  await office.tab(page, 'offers')
  await page.getByTestId('add-promotion').click()
  await page.getByTestId('offer-name').fill('Café de Navidad')
  await page.getByTestId('offer-value').fill('0')
  await page.getByTestId('offer-goods').click()
  await page.getByTestId('goods-products').click()
  await page.getByTestId('offer-codes').fill(COFFEE)
  await page.getByTestId('offer-until').fill('31-12-2026')
  await page.getByTestId('save-offer').click()
  await page.getByTestId('refused').waitFor()
  await page.getByTestId('offer-value').fill('20')
  await office.picture(page, `offers-form-${size.width}`)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByTestId('save-offer').click()
  await page.getByText('−20 % · Café molido · Hasta 31-12-2026').waitFor()
  await page.getByTestId('off-Café de Navidad').click()
  await page.getByText('En pausa').waitFor()

  await page.getByTestId('add-list').click()
  await page.getByTestId('list-name').fill('Mayorista')
  await page.getByTestId('save-list').click()
  await page.getByTestId('change-Mayorista').click()
  await page.getByTestId('list-code').fill(COFFEE)
  await page.getByTestId('list-price').fill('900')
  await page.getByTestId('add-price').click()
  await page.getByRole('cell', { name: '$900' }).waitFor()
  await page.getByTestId('list-percent').fill('10')
  await page.getByTestId('add-percent').click()
  await page.getByRole('cell', { name: '−10 %' }).waitFor()
  await office.picture(page, `offers-${size.width}`)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await office.isWide(page)).toBe(false)
  await world.until(() => {
    const [list] = must(one!.till.api.priceLists())
    const [promotion] = must(one!.till.api.promotions())
    return list?.prices.length === 1 && list.percents.length === 1 && promotion?.state === 'off'
  })
  expect(complaints.filter((text) => !/401|422/.test(text))).toEqual([])
  await context.close()
})
