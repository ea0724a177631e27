/**
 * `npm run check`: what a change is looked at with before it is committed: types, lint, the house's
 * rules, the pure rooms' units and the units beside what was changed since the last push, and how
 * the new commits are told. Suites named `*.slow.test.ts` are left to `npm run test:all`.
 */
import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { TEST_PART } from './config/parts.ts'
import { unclearCommits } from './support/commit-subjects.ts'
import { CHECKS, inTurn, VITEST } from './support/run-quietly.ts'
import { ROOT } from './support/source-files.ts'

const startedMs = performance.now()
const suites = [
  ...VITEST,
  ...['--reporter=./test/support/suite-lines.ts', '--project', 'unit', '--project', 'house'],
  ...['shared/', 'renderer/', 'test/architecture/', 'test/config/', ...changedFolders()],
]
const failed = (
  await Promise.all([
    inTurn(CHECKS.short),
    inTurn([{ name: 'suites', words: suites, variables: { [TEST_PART]: 'short' } }]),
  ])
).flat()
const unclear = unclearCommits(git('log', '--format=%s%x00%b%x01', '@{upstream}..HEAD').join('\n'))
for (const line of unclear) process.stdout.write(`${line}\n`)
if (unclear.length > 0) failed.push({ name: 'commits', words: [] })
const verdict =
  failed.length === 0 ? 'all well' : `failed: ${failed.map(({ name }) => name).join(', ')}`
process.stdout.write(`${verdict}, ${Math.round((performance.now() - startedMs) / 1_000)} s\n`)
process.exitCode = failed.length === 0 ? 0 : 1

/**
 * Of the privileged rooms, what differs from where the branch was last pushed; and the core's part
 * of a feature of which only the rules changed: the list that holds them may stand there.
 */
function changedFolders(): string[] {
  const changed = [
    ...git('diff', '--name-only', '@{upstream}'),
    ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  const folders = changed
    .filter((file) => file.startsWith('electron/'))
    .map((file) => dirname(file))
  const ofRules = changed.flatMap((file) => /^shared\/([^/]+)\//.exec(file)?.[1] ?? [])
  const all = [...folders, ...ofRules.map((feature) => `electron/till/${feature}`)]
  return [...new Set(all)].map((folder) => `${folder}/`)
}

/** Nothing where there is no git, or nowhere to push to. */
function git(...words: readonly string[]): string[] {
  const { status, stdout } = spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : []
}
