/** Roles of the shop in Chromium: made, given, looked up and kept from being deleted in use. */
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { must } from '../support/must.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { PINS } from '../support/crew.ts'

describe.skipIf(NO_CHROMIUM !== null)(
  `roles in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const counter = eachStory()

    it('the owner makes a role, gives it to somebody new, finds a right by a word, and cannot delete what somebody has', async () => {
      const { page } = counter
      await counter.till.world.hire()
      const { api } = counter.till
      const staffId = api.staff().members.find(({ name }) => name === 'Paula')?.id ?? ''
      must(await api.signIn({ staffId, pin: PINS.owner }))
      await counter.see('nav-staff', 'Paula')
      await counter.press('F10')
      await counter.tap('settings-nav-roles')
      await counter.tap('add-role')
      await counter.type('role-name', 'Reponedora')
      await page.getByRole('dialog').getByText('Contar, recibir y corregir el stock').click()
      expect(await counter.accessibilityProblems()).toEqual([])
      await counter.type('role-lineDiscountPercent', '15')
      await counter.press('Enter')
      await counter.see('roles-matrix', 'Reponedora')
      await counter.type('roles-search', 'corregir el stock')
      const rows = () => page.getByTestId('roles-matrix').getByRole('rowheader').allInnerTexts()
      await expect
        .poll(rows, PATIENT)
        .toEqual(['Productos', 'Contar, recibir y corregir el stock', 'Quién lo tiene'])
      await counter.type('roles-search', '')
      expect(await counter.accessibilityProblems()).toEqual([])

      await counter.tap('settings-nav-staff')
      await counter.tap('add-staff')
      await counter.type('staff-name', 'Eva')
      await page.getByRole('dialog').getByText('Solo roles propios').click()
      await page.getByRole('dialog').getByText('Reponedora', { exact: true }).click()
      await counter.type('staff-pin', '4826')
      expect(await counter.accessibilityProblems()).toEqual([])
      await counter.tap('save-staff')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await counter.tap('settings-nav-roles')
      const roleId = counter.till.api.staff().ownRoles[0]?.id ?? ''
      await counter.see(`role-people-${roleId}`, 'Eva')
      await page.getByRole('button', { name: 'Eliminar Reponedora' }).click()
      await counter.see('roles-trouble', 'Eva tiene este rol')
      const { ownRoles, members } = counter.till.api.staff()
      expect(members.at(-1)).toMatchObject({ name: 'Eva', role: null, roleIds: [roleId] })
      expect(ownRoles).toMatchObject([
        { name: 'Reponedora', rights: { stock: true, lineDiscountPercent: 15, refund: false } },
      ])
    })
  },
)
