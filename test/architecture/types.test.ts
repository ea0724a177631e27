/** Types are held by the lint, which `npm test` and `npm run check` begin with. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../support/source-files.ts'

it('what a room may not know, and a wrong type, is refused by the lint', () => {
  const folder = mkdtempSync(join(tmpdir(), 'meson-room-'))
  try {
    const room = { extends: join(ROOT, 'shared/tsconfig.json'), include: ['*.ts'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(room))
    writeFileSync(join(folder, 'seen.ts'), 'export const page = document.title\n')
    writeFileSync(join(folder, 'wrong.ts'), "export const count: number = 'one'\n")
    const config = join(ROOT, 'test/config/oxlint.json')
    const { stdout, status } = spawnSync(
      process.execPath,
      [join(ROOT, 'node_modules/oxlint/bin/oxlint'), '--config', config, '.'],
      { cwd: folder, encoding: 'utf8' },
    )
    expect(stdout).toContain("Cannot find name 'document'")
    expect(stdout).toContain("Type 'string' is not assignable to type 'number'")
    expect(status).toBe(1)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
