import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { TEST_PART } from '../config/parts.ts'
import { startService } from './service-process.ts'

it('runs the contract suite against a service that it did not start, and says what it had to skip', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'service-'))
  const service = await startService(dataDir)
  const run = (key: string) =>
    spawnSync(
      process.execPath,
      [
        'test/contract/run.ts',
        '--url',
        service.ready.base_url,
        '--key',
        key,
        'catalogues',
        'states',
      ],
      { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1', [TEST_PART]: '' } },
    )
  try {
    const answer = run(service.ready.keys.owner)
    expect(answer.stdout).toMatch(/Test Files +1 passed \| 1 skipped/)
    expect(answer.stdout).toMatch(/↓.*states\.test\.ts > needs --sandbox: states/)
    expect(answer.status).toBe(0)
  } finally {
    await service.kill()
  }
  expect(run(service.ready.keys.owner).status).toBe(1)
  rmSync(dataDir, { recursive: true, force: true })
})
