/** Somebody of two companies in Chromium, who reads English. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { invitationFor, officeHand, PASSPHRASE } from '../integration/office-hands.ts'
import { accessibilityProblems } from './counter-steps.ts'
import { officeWorld, OFFICE_SIZES, type OfficeWorld } from './office-page.ts'

const OTHER_RUT = '76000006-K'
let office: OfficeWorld
beforeEach(async () => {
  office = await officeWorld()
})
afterEach(() => office.close())

it.each(OFFICE_SIZES)('goes from one company to the other at $width px', async (size) => {
  const { world } = office
  const luz = await officeHand(world.service, 'owner', 'luz@tienda.cl')
  const { invitation } = await invitationFor(world.service, luz.email, 'manager', OTHER_RUT)
  const { context, page, complaints } = await office.openPage({ ...size, locale: 'en-GB' })
  await page.getByTestId('invited').click()
  await page.getByTestId('invitation').fill(invitation)
  await page.getByTestId('join').click()
  await page.getByTestId('passphrase').fill(PASSPHRASE)
  await page.getByTestId('phone-code').fill('000000')
  await page.getByTestId('join').click()
  await page.getByText('The phone’s code does not match').waitFor()
  await office.picture(page, `join-${size.width}`)
  expect(await accessibilityProblems(page)).toEqual([])
  world.service.clock.advance(30_000)
  await page.getByTestId('phone-code').fill(luz.code())
  await page.getByTestId('join').click()
  await page.getByTestId('shops').click()
  await page.getByTestId('shop-76192083-9').click()
  await page.getByText('Almacén Don Patricio SpA', { exact: true }).first().waitFor()
  await page.getByTestId('tab-log').click()
  await page.getByText('Entered').first().waitFor()
  await office.picture(page, `companies-${size.width}`)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await office.isWide(page)).toBe(false)
  expect(complaints.filter((text) => !/401|422/.test(text))).toEqual([])
  await context.close()
})
