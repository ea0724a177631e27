import { expect, it } from 'vitest'
import { takeLaunchToken } from './launch-token.ts'

function storage(initial: Record<string, string> = {}) {
  const items = new Map(Object.entries(initial))
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    items,
  }
}

it('moves the token from the address to the session and hides it', () => {
  const kept = storage()
  const hidden: string[] = []
  expect(
    takeLaunchToken({ hash: '#token=abc123', pathname: '/', search: '?x=1' }, kept, (path) =>
      hidden.push(path),
    ),
  ).toBe('abc123')
  expect(hidden).toEqual(['/?x=1'])
  expect([...kept.items.values()]).toEqual(['abc123'])
})

it('finds the token again after a reload', () => {
  const kept = storage()
  takeLaunchToken({ hash: '#token=abc123', pathname: '/', search: '' }, kept, () => undefined)
  expect(
    takeLaunchToken({ hash: '', pathname: '/', search: '' }, kept, () => expect.unreachable()),
  ).toBe('abc123')
})

it.each(['', '#', '#token=', `#token=${'x'.repeat(600)}`])('has no token for %s', (hash) => {
  expect(
    takeLaunchToken({ hash, pathname: '/', search: '' }, storage(), () => expect.unreachable()),
  ).toBeNull()
})
