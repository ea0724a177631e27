/** What is installed is what was looked at: the lock says the hash of every package. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface Entry {
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
}
const { packages } = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
) as { packages: Record<string, Entry> }
const entries = Object.entries(packages).filter(([path, { link }]) => path !== '' && link !== true)

it('every package has its hash, and comes from the registry', () => {
  const without = entries.filter(([, { integrity = '' }]) => !/^sha512-/.test(integrity))
  expect(without.map(([path]) => path)).toEqual([])
  const elsewhere = entries.filter(
    ([, { resolved }]) =>
      resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'),
  )
  expect(elsewhere.map(([path]) => path)).toEqual([])
})
