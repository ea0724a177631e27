/** Everything that is shipped comes with the words of its licence, not with their name. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hasLicenceText } from '../support/licence-text.ts'
import { ROOT } from '../support/source-files.ts'

const OURS = join(ROOT, 'resources', 'licences')
/** Read by compilers only, or an empty package: nothing of them is shipped. */
const NOT_SHIPPED = ['typescript', 'get-pixels', 'qr-image']
const page = readFileSync(join(ROOT, '.github/PACKAGES.md'), 'utf8')
const shipped = [...page.matchAll(/^\| (\S+) \| (runs|bundled) \|/gm)].map(([, name = '']) => name)

it('has the words of the licence of every package', () => {
  expect(shipped.length).toBeGreaterThan(40)
  const without = shipped
    .filter((name) => !NOT_SHIPPED.includes(name))
    .filter((name) => existsSync(join(ROOT, 'node_modules', name)))
    .filter((name) => !hasLicenceText(name, join(ROOT, 'node_modules', name), OURS))
  expect(without).toEqual([])
})

it.each(['libusb', '@napi-rs-canvas'])('has them for what %s carries inside', (name) => {
  expect(hasLicenceText(name, '', OURS)).toBe(true)
})

it('takes no name of a licence for its words', () => {
  expect(hasLicenceText('fontkit', join(ROOT, 'node_modules', 'fontkit'), '')).toBe(false)
})
