/** How many ways lead through a function: no more than fit a head. Limits only ever go down. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../support/source-files.ts'

const BRANCHES_MAX = 15
/** Of the program with more of them: when it falls, so does this number. */
const WITH_MORE = 7

it(`has ${WITH_MORE} functions of more than ${BRANCHES_MAX} branches, and no other`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'meson-branches-'))
  try {
    const config = join(folder, 'oxlint.json')
    const rules = { 'eslint/complexity': ['error', BRANCHES_MAX] }
    writeFileSync(config, JSON.stringify({ categories: { correctness: 'off' }, rules }))
    const { stdout } = spawnSync(
      process.execPath,
      [
        ...[join(ROOT, 'node_modules/oxlint/bin/oxlint'), '--config', config, '--format', 'unix'],
        ...['electron', 'renderer', 'shared'],
      ],
      { cwd: ROOT, encoding: 'utf8', maxBuffer: 8_000_000 },
    )
    const found = stdout.split('\n').filter((line) => /^(?!.*\.test\.tsx?:).*complexity/.test(line))
    expect(found.length, found.join('\n')).toBe(WITH_MORE)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
