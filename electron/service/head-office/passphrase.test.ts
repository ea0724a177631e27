import { expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../app.ts'
import { systemRandom } from '../core/ports.ts'
import { hashPassphrase, isPassphrase } from './passphrase.ts'

const { passphraseCost: COST } = DEFAULT_SETTINGS
const QUICK = 16
const WORDS = 'caballo grapa batería'

it('takes 32 MiB of whoever guesses, and the cost stands beside what is kept', async () => {
  const kept = await hashPassphrase(systemRandom, WORDS, COST)
  expect(kept).toMatch(/^scrypt\$32768\$8\$1\$[0-9a-f]{32}\$[0-9a-f]{64}$/)
  // Its own cost counts, whatever a new one takes by now.
  expect(await isPassphrase(WORDS, kept, QUICK)).toBe(true)
  expect(await isPassphrase(WORDS.normalize('NFD'), kept, COST)).toBe(true)
  expect(await isPassphrase(WORDS.slice(1), kept, COST)).toBe(false)
})

it('of nobody is never right', async () => {
  expect(await isPassphrase('', null, QUICK)).toBe(false)
})
