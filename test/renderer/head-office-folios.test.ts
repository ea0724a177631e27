/** Folios at the head office in Chromium: seen, kept for a branch, and given back to all. */
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { invitationFor } from '../integration/office-hands.ts'
import { accessibilityProblems } from './counter-steps.ts'
import { officeWorld, OFFICE_SIZES, type OfficeWorld } from './office-page.ts'

let office: OfficeWorld
beforeEach(async () => {
  office = await officeWorld()
})
afterEach(() => office.close())

it.each(OFFICE_SIZES)('keeps a range for a branch, at $width px', async (size) => {
  const { world } = office
  const { invitation } = await invitationFor(world.service, 'ana@tienda.cl', 'owner')
  const { context, page, complaints } = await office.openPage(size)
  await office.join(page, invitation)
  await office.tab(page, 'folios')
  const row = page.getByRole('row', { name: /39 1–50000/ })
  await row.getByText('Todas').waitFor()
  await page.getByTestId('keep-39-1').click()
  await page.getByTestId('branch-code').fill('Maipú')
  await page.getByText('Escriba el número que el SII dio').waitFor()
  expect(await page.getByTestId('keep-folios').isDisabled()).toBe(true)
  await page.getByTestId('branch-code').fill('81234567')
  await page.getByTestId('keep-folios').click()
  await row.getByText('81234567').waitFor()
  await office.picture(page, `folios-${size.width}`)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await office.isWide(page)).toBe(false)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByTestId('csv').click(),
  ])
  expect(readFileSync(await download.path(), 'utf8')).toContain('39;1–50000;50000;;81234567')
  await page.getByTestId('keep-39-1').click()
  await page.getByTestId('branch-code').fill('')
  await page.getByTestId('keep-folios').click()
  await row.getByText('Todas').waitFor()
  await office.tab(page, 'log')
  await page.getByText('Destinó folios a una sucursal: 39 1-50000, —').waitFor()
  expect(complaints.filter((text) => !/401/.test(text))).toEqual([])
  await context.close()
})
