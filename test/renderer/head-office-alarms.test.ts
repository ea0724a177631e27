/** Alarms at the head office in Chromium: seen, chosen, and set. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { takeHealth } from '../../electron/service/fleet/health.ts'
import { companyOf } from '../integration/service-in-process.ts'
import { invitationFor } from '../integration/office-hands.ts'
import { accessibilityProblems } from './counter-steps.ts'
import { officeWorld, OFFICE_SIZES, type OfficeWorld } from './office-page.ts'

const MINUTE_MS = 60_000
let office: OfficeWorld
beforeEach(async () => {
  office = await officeWorld()
})
afterEach(() => office.close())

it.each(OFFICE_SIZES)('shows what is wrong and takes what is chosen at $width px', async (size) => {
  const { service } = office.world
  await office.openTills()
  const { id: companyId } = await companyOf(service.storage)
  const { id } = await service.storage.read
    .selectFrom('fleet_tills')
    .select('id')
    .where('company_id', '=', companyId)
    .where('number', '=', 2)
    .executeTakeFirstOrThrow()
  const health = {
    ...{ version: '0.0.1', pending: 3, folios: [], certificate_days: null, shift: null },
    ...{ oldest_age_ms: 300 * MINUTE_MS, printer: { code: 'PAPER_OUT', age_ms: 40 * MINUTE_MS } },
  }
  await service.storage.write((db) =>
    takeHealth(db, { companyId, id }, health, service.clock.now()),
  )
  const { invitation } = await invitationFor(service, 'ana@tienda.cl', 'owner')
  await service.service.settle()
  const { context, page, complaints } = await office.openPage(size)
  await office.join(page, invitation)
  await office.tab(page, 'alarms')
  await page.getByText(/la impresora no funciona desde hace 4\d minutos \(Sin papel\)/).waitFor()
  await page.getByText(/su documento más antiguo espera desde hace 5 horas/).waitFor()
  await page.getByText('Este servicio no tiene una cuenta de correo').waitFor()
  await office.picture(page, `alarms-${size.width}`)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await office.isWide(page)).toBe(false)

  await page.getByText('Una impresora que no funciona').click()
  await page.getByTestId('save-mine').click()
  await page.getByTestId('limit-open_minute').fill('25:00')
  await page.getByTestId('save-limits').click()
  await page.getByTestId('refused').waitFor()
  await page.getByTestId('limit-open_minute').fill('08:30')
  await page.getByTestId('limit-printer_minutes').fill('60')
  await page.getByTestId('save-limits').click()
  await expect
    .poll(async () => {
      const row = await service.storage.read
        .selectFrom('office_alarm_watch')
        .select('limits_json')
        .where('company_id', '=', companyId)
        .executeTakeFirst()
      return row?.limits_json
    })
    .toMatch(/"open_minute":510.*"printer_minutes":60/)
  service.clock.advance(2 * MINUTE_MS)
  await service.service.settle()
  await page.reload()
  await page.getByText(/su documento más antiguo espera/).waitFor()
  expect(await page.getByText(/la impresora no funciona/).count()).toBe(0)
  expect(await page.getByRole('switch', { name: 'Una impresora' }).isChecked()).toBe(false)
  expect(await page.getByTestId('limit-open_minute').inputValue()).toBe('08:30')
  expect(complaints.filter((text) => !/401|422/.test(text))).toEqual([])
  await context.close()
})
