/**
 * The table of the service's README: every sentence of the specification names a test that is
 * there.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../support/source-files.ts'

const NAMED = /`([^`]+)` "([^"]+)"/g
const SENTENCES_LEAST = 60

const readme = readFileSync(join(ROOT, 'electron/service/README.md'), 'utf8')
const section = readme.slice(readme.indexOf('## The specification and its tests'))
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| part'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

describe('the table of the specification', () => {
  it('has a test for each sentence', () => {
    expect(rows.length).toBeGreaterThanOrEqual(SENTENCES_LEAST)
    expect(
      rows.filter(
        ([, sentence, tests]) => (sentence ?? '') === '' || testsIn(tests ?? '').length === 0,
      ),
    ).toEqual([])
  })

  it.each(rows.flatMap(([, , tests]) => testsIn(tests ?? '')))('%s holds "%s"', (file, title) => {
    expect(readFileSync(join(ROOT, file), 'utf8')).toContain(title)
  })
})

function testsIn(cell: string): (readonly [file: string, title: string])[] {
  return [...cell.matchAll(NAMED)].map(
    ([, file = '', title = '']) =>
      [file.includes('/') ? file : `test/contract/${file}.test.ts`, title] as const,
  )
}
