/** Who serves at the tills, at the head office in Chromium: barred, and let in again. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { invitationFor } from '../integration/office-hands.ts'
import { add, fleetOf, names, secret, settledIn } from '../integration/people-hands.ts'
import { accessibilityProblems } from './counter-steps.ts'
import { officeWorld, OFFICE_SIZES, type OfficeWorld } from './office-page.ts'

let office: OfficeWorld
beforeEach(async () => {
  office = await officeWorld()
})
afterEach(() => office.close())

it.each(OFFICE_SIZES)('bars somebody and lets them in again at $width px', async (size) => {
  const { world } = office
  const till = await world.open({ pinPepper: secret(), pinCost: 4 })
  await add(till, 'Paula', '3691', 'owner')
  await world.join(till)
  await till.till.api.signIn({
    ...{ staffId: till.till.api.staff().members[0]?.id ?? '', pin: '3691' },
  })
  await add(till, 'Rosa', '1472', 'cashier')
  const { invitation } = await invitationFor(world.service, 'ana@tienda.cl', 'owner')
  await world.until(() => fleetOf(till).people === 'shared' && settledIn(till))
  const { context, page, complaints } = await office.openPage(size)
  await office.join(page, invitation)
  await office.tab(page, 'people')
  await page.getByTestId('bar-Paula').click()
  await page.getByTestId('bar-sure').click()
  await page.getByTestId('refused').waitFor()
  await page.getByTestId('bar-Rosa').click()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByTestId('bar-sure').click()
  await page.getByText('Fuera, por Ana').waitFor()
  await world.until(() => !names(till).includes('Rosa'))
  await page.getByTestId('letIn-Rosa').scrollIntoViewIfNeeded()
  await office.picture(page, `staff-${size.width}`)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await office.isWide(page)).toBe(false)
  await page.getByTestId('letIn-Rosa').click()
  await page.getByTestId('bar-Rosa').waitFor()
  await world.until(() => names(till).includes('Rosa'))
  expect(complaints.filter((text) => !/401|409|422/.test(text))).toEqual([])
  await context.close()
})
