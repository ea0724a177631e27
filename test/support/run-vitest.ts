import { spawnSync } from 'node:child_process'
import { ROOT } from './source-files.ts'

/** The suites with their configuration, and this process's console; the exit code. */
export function runVitest(words: readonly string[], env: Readonly<Record<string, string>>): number {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run']
  const { status } = spawnSync(
    process.execPath,
    [...vitest, '--config', 'test/config/vitest.config.ts', ...words],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } },
  )
  return status ?? 1
}
