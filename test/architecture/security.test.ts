/** The review's table in SECURITY.md: every line names a test that is there, by its title. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../support/source-files.ts'

const NAMED = /^\| [^|]+ \| `([^`]+)` "([^"]+)" \|$/
const LINES_LEAST = 24

const text = readFileSync(join(ROOT, '.github/SECURITY.md'), 'utf8')
const [section = ''] = (text.split("## The review's lines, and the probe of each")[1] ?? '').split(
  '\n## ',
)
const lines = section
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| line'))

it('every line of the review has a probe', () => {
  expect(lines.length).toBeGreaterThanOrEqual(LINES_LEAST)
  expect(lines.filter((line) => !NAMED.test(line))).toEqual([])
})

it.each(lines.map((line) => NAMED.exec(line)?.slice(1) ?? []))(
  '%s holds "%s"',
  (file = '', title = '') => {
    expect(readFileSync(join(ROOT, file), 'utf8')).toContain(title)
  },
)

it('every test that holds a promise is there', () => {
  const named = [...text.matchAll(/`((?:electron|shared|test)\/[^`]+\.test\.ts)`/g)]
  expect(named.length).toBeGreaterThan(LINES_LEAST)
  for (const [, file = ''] of named) expect(() => readFileSync(join(ROOT, file))).not.toThrow()
})
