import { expect, it } from 'vitest'
import { createScreenStore } from './screen-store.ts'

it('an answer that comes late closes the dialog it was asked from, and no other', () => {
  const screen = createScreenStore()
  const { open, close, closing } = screen.getState()
  const audit = { kind: 'audit' } as const
  open(audit)
  const late = closing()
  close()
  expect(late()).toBe(false)
  open(audit)
  expect(late()).toBe(false)
  expect(screen.getState().dialog).toEqual(audit)
  expect(closing()()).toBe(true)
  expect(screen.getState().dialog).toBeNull()
})
