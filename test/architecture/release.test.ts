/** A release does not go out with what only its owner can fill in. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPackage } from '@electron/asar'
import { describe, expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { placeholdersIn } from '../release-check.ts'
import { differencesOf } from '../release-verify.ts'
import { TEST_RELEASE_PUBLIC } from '../support/release-feed.ts'
import { ROOT } from '../support/source-files.ts'

const REAL = {
  homepage: 'https://caja.cl',
  author: { email: 'soporte@caja.cl' },
  releaseKey: TEST_RELEASE_PUBLIC,
}

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
    expect(placeholdersIn({ ...REAL, releaseKey: 'x' })).toEqual(['releaseKey: "x"'])
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

  it('is what the stories were played on: by a package that says it may be steered, and no other', () => {
    const workflow = readFileSync(join(ROOT, '.github', 'workflows', 'release.yml'), 'utf8')
    const order = [
      'tested -c.extraMetadata.steered=true',
      'MESON_ELECTRON:',
      'run: npx electron-builder ${{',
      'run: node test/release-verify.ts "tested/',
      'actions/upload-artifact',
    ].map((step) => workflow.indexOf(step))
    expect(order).toEqual(order.toSorted((one, other) => one - other))
    expect(order[0]).toBeGreaterThan(-1)
    expect(placeholdersIn({ ...REAL, steered: true })).toEqual(['steered: "true"'])
  })

  it('is compared with what was tested file by file', async () => {
    const root = mkdtempSync(join(tmpdir(), 'meson-verify-'))
    try {
      const made = async (name: string, files: Readonly<Record<string, string>>) => {
        const [app, resources] = [join(root, `${name}-app`), join(root, name)]
        mkdirSync(join(app, 'out'), { recursive: true })
        mkdirSync(join(resources, 'resources'), { recursive: true })
        for (const [file, text] of Object.entries(files)) writeFileSync(join(app, file), text)
        writeFileSync(join(resources, 'resources', 'tiles.json'), '[]')
        await createPackage(app, join(resources, 'app.asar'))
        return resources
      }
      const files = { 'package.json': '{"name":"meson"}', 'out/core.js': 'core' }
      const released = await made('released', files)
      const steered = { ...files, 'package.json': '{"name":"meson","steered":true}' }
      expect(differencesOf(await made('tested', steered), released)).toEqual([])
      const other = { ...files, 'out/core.js': 'other', 'out/new.js': 'x' }
      expect(differencesOf(await made('other', other), released)).toEqual([
        'out/core.js',
        'out/new.js',
      ])
      writeFileSync(join(released, 'resources', 'tiles.json'), '[1]')
      expect(differencesOf(join(root, 'tested'), released)).toEqual(['resources/tiles.json'])
    } finally {
      rmSync(root, { recursive: true })
    }
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
