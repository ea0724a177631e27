import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** What a program sees that keeps what it compiled. */
function programWith(env: NodeJS.ProcessEnv): { folder: string | null; shared: string | null } {
  const script = `
    const { keepCompiled, shareCompiled } = await import(${JSON.stringify(new URL('./keep-compiled.ts', import.meta.url).href)})
    keepCompiled()
    shareCompiled()
    const { getCompileCacheDir } = await import('node:module')
    console.log(JSON.stringify({ folder: getCompileCacheDir() ?? null, shared: process.env.NODE_COMPILE_CACHE ?? null }))`
  const { NODE_COMPILE_CACHE: _, ...rest } = process.env
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...rest, ...env },
    encoding: 'utf8',
  })
  return JSON.parse(said) as ReturnType<typeof programWith>
}

it('keeps what was compiled beside the packages, for the service as well', () => {
  const { folder, shared } = programWith({})
  expect(folder).toMatch(/[\\/]node_modules[\\/]\.cache[\\/]meson-compiled[\\/]/)
  expect(folder).toContain(shared)
})

it('starts without it where that was switched off', () => {
  expect(programWith({ NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual({ folder: null, shared: null })
})
