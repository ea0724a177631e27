import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const kept = mkdtempSync(join(tmpdir(), 'meson-compiled-'))
afterAll(() => rmSync(kept, { recursive: true, force: true }))

/** What a program sees that keeps what it compiled. */
function programWith(env: NodeJS.ProcessEnv): { folder: string | null; shared: string | null } {
  const script = `
    const { enableCompileCache, getCompileCacheDir } = await import('node:module')
    enableCompileCache(process.argv[1])
    const { shareCompiled } = await import(${JSON.stringify(new URL('./keep-compiled.ts', import.meta.url).href)})
    shareCompiled()
    console.log(JSON.stringify({ folder: getCompileCacheDir() ?? null, shared: process.env.NODE_COMPILE_CACHE ?? null }))`
  const { NODE_COMPILE_CACHE: _, ...rest } = process.env
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script, kept], {
    env: { ...rest, ...env },
    encoding: 'utf8',
  })
  return JSON.parse(said) as ReturnType<typeof programWith>
}

it('what is kept is kept for the service as well', () => {
  const { folder, shared } = programWith({})
  expect(shared).toBe(kept)
  expect(folder).toContain(kept)
})

it('starts without it where that was switched off', () => {
  expect(programWith({ NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual({ folder: null, shared: null })
})
