/** A release does not go out with what only its owner can fill in. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { placeholdersIn } from '../release-check.ts'
import { TEST_RELEASE_PUBLIC } from '../support/release-feed.ts'
import { ROOT } from '../support/source-files.ts'

describe('a release', () => {
  it('names every placeholder of the metadata and nothing that is real', () => {
    const releaseKey = TEST_RELEASE_PUBLIC
    const of = (homepage: string, email: string) =>
      placeholdersIn({ homepage, author: { email }, releaseKey })
    expect(of('https://meson.example', 'soporte@meson.example')).toEqual([
      'homepage: "https://meson.example"',
      'author.email: "soporte@meson.example"',
    ])
    expect(of('https://www.example.com/caja', 'a@localhost')).toHaveLength(2)
    expect(of('https://caja.cl', 'soporte@caja.cl')).toEqual([])
    expect(of('https://example-caja.cl/test', 'test@caja.cl')).toEqual([])
    expect(placeholdersIn({})).toEqual(['homepage: ""', 'author.email: ""', 'releaseKey: ""'])
    const real = { homepage: 'https://caja.cl', author: { email: 'soporte@caja.cl' } }
    expect(placeholdersIn({ ...real, releaseKey: 'x' })).toEqual(['releaseKey: "x"'])
  })

  it('is refused while package.json holds one', () => {
    const run = spawnSync(process.execPath, [join(ROOT, 'test', 'release-check.ts')], {
      encoding: 'utf8',
    })
    const left = placeholdersIn(packageJson)
    expect(run.status).toBe(left.length === 0 ? 0 : 1)
    for (const field of left) expect(run.stderr).toContain(field)
  })

  it('asks that before it packs for a tag, and publishes only what was packed', () => {
    const workflow = readFileSync(join(ROOT, '.github', 'workflows', 'release.yml'), 'utf8')
    const [packing = '', publishing = ''] = workflow.split(/^ {2}publish:$/m)
    const asked = packing.indexOf('run: node test/release-check.ts')
    expect(asked).toBeGreaterThan(-1)
    expect(asked).toBeLessThan(packing.indexOf('electron-builder ${{'))
    expect(publishing).toMatch(/^ {4}needs: package$/m)
  })

  it('is signed after it was packed, by a key only the workflow has', () => {
    const workflow = readFileSync(join(ROOT, '.github', 'workflows', 'release.yml'), 'utf8')
    const signed = workflow.indexOf('node test/release-sign.ts dist')
    expect(signed).toBeGreaterThan(workflow.indexOf('electron-builder ${{'))
    expect(workflow).toContain('MESON_RELEASE_KEY: ${{ secrets.MESON_RELEASE_KEY }}')
    const run = spawnSync(process.execPath, [join(ROOT, 'test', 'release-sign.ts'), '.', 'linux'], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    })
    expect(run).toMatchObject({ status: 1, stderr: expect.stringContaining('MESON_RELEASE_KEY') })
  })
})
