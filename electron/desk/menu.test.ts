import type { MenuItemConstructorOptions } from 'electron'
import { expect, it } from 'vitest'
import { menuFor } from './menu.ts'

/** Keys that would end a sale, or show what is no cashier's. */
const NEVER = [
  'reload',
  'forceReload',
  'toggleDevTools',
  'close',
  'appMenu',
  'editMenu',
  'viewMenu',
]

it('is Spanish to its last word on macOS, and nothing in it touches a sale', () => {
  const items = menuFor('darwin')?.flatMap(({ label, submenu }) => [
    { label },
    ...(submenu as MenuItemConstructorOptions[]).filter(({ type }) => type !== 'separator'),
  ])
  expect(items?.length).toBeGreaterThan(12)
  expect(items?.filter(({ label }) => label === undefined)).toEqual([])
  const roles = items?.map((item) => ('role' in item ? String(item.role) : ''))
  expect(roles?.filter((role) => NEVER.includes(role))).toEqual([])
})

it.each(['win32', 'linux'] as const)('there is none on %s', (platform) => {
  expect(menuFor(platform)).toBeNull()
})
