import { expect, it, vi } from 'vitest'
import { moveTo, placeIn } from './place.ts'

it('is the shop until somebody goes to practise, and again after the way back', () => {
  const items = new Map<string, string>()
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
  const reload = vi.fn(() => undefined)
  expect(placeIn(storage)).toBeNull()
  moveTo('practice', storage, reload)
  expect(placeIn(storage)).toBe('practice')
  moveTo('shop', storage, reload)
  expect(placeIn(storage)).toBe('shop')
  moveTo(null, storage, reload)
  expect(placeIn(storage)).toBeNull()
  expect(reload).toHaveBeenCalledTimes(3)
  items.set('meson.place', 'elsewhere')
  expect(placeIn(storage)).toBeNull()
})
