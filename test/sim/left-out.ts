/**
 * The program without one of its rules, in a copy of its source: whether the test that holds the
 * rule finds it so.
 */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TEST_PART } from '../config/parts.ts'
import { ROOT } from '../support/source-files.ts'
import type { LeftOutRule } from './left-out-rules.ts'

/** Copied; all else is looked at where it stands. */
const COPIED = ['shared', 'electron', 'test', 'package.json']
const TIMEOUT_MS = 300_000

export interface SourceCopy {
  /** What the test said first without that rule; null where it noticed nothing. */
  find(rule: LeftOutRule): string | null
  close(): void
}

/** How often the rule's words stand in its file. */
export const placesOf = ({ file, rule }: LeftOutRule): number =>
  readFileSync(join(ROOT, file), 'utf8').split(rule).length - 1

export function copySource(): SourceCopy {
  const folder = mkdtempSync(join(tmpdir(), 'left-out-'))
  for (const name of readdirSync(ROOT)) {
    if (name.startsWith('.')) continue
    if (COPIED.includes(name)) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
    else symlinkSync(join(ROOT, name), join(folder, name))
  }
  return {
    find(rule) {
      if (placesOf(rule) !== 1) throw new Error(`${rule.file} has not that rule once: ${rule.rule}`)
      const file = join(folder, rule.file)
      const whole = readFileSync(file, 'utf8')
      writeFileSync(
        file,
        whole.replace(rule.rule, () => rule.without),
      )
      const found = failureOf(folder, rule.test)
      writeFileSync(file, whole)
      if (found !== null && failureOf(folder, rule.test) !== null)
        throw new Error(`“${rule.test[1]}” fails with its rule as well`)
      return found
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** Only a test of that name that ran and failed counts: what cannot even be read finds nothing. */
function failureOf(folder: string, [file, name]: LeftOutRule['test']): string | null {
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const words = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'test/config/vitest.config.ts',
  ]
  const pattern = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const options = ['-t', pattern, '--reporter=json', `--outputFile=${report}`]
  // That file, whichever part of the suites is being played.
  const { [TEST_PART]: _, ...env } = process.env
  spawnSync(process.execPath, [...words, file, ...options], {
    ...{ cwd: folder, env, stdio: 'ignore', timeout: TIMEOUT_MS },
  })
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const all = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = all.find(({ status, fullName }) => status === 'failed' && fullName.includes(name))
  if (failed === undefined && !all.some(({ status }) => status === 'passed'))
    throw new Error(`no test of ${file} is named “${name}”`)
  return failed?.failureMessages[0]?.split('\n')[0] ?? null
}
