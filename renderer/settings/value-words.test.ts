import { expect, it } from 'vitest'
import { valueWords } from './value-words.ts'

const t = ((key: string) => `<${key}>`) as unknown as Parameters<typeof valueWords>[0]

it.each([
  ['apiKey', '(secreto)', '<settingsPlace.secret>'],
  ['serviceUrl', '—', '<settingsPlace.nothing>'],
  ['countsBlind', 'true', '<settingsPlace.on>'],
  ['differenceLimitClp', '9000', '$9.000'],
  ['lockAfterMinutes', '5', '5'],
  ['theme', 'dark', '<settings.themeDark>'],
  ['language', 'en', 'English'],
  ['paymentMethods', '[{"id":"M1"}]', '<settingsPlace.other>'],
  ['shop.tradeName', 'dark', 'dark'],
])('says %s, stored as %s, as %s', (what, text, words) => {
  expect(valueWords(t, what, text)).toBe(words)
})
