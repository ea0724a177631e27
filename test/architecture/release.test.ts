/** A release does not go out with what only its owner can fill in. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createPackage } from '@electron/asar'
import { describe, expect, it } from 'vitest'
import { generateAppRunScript } from 'app-builder-lib/out/targets/appimage/appImageUtil.js'
import packageJson from '../../package.json' with { type: 'json' }
import { strangeWordIn } from '#host/known-words.ts'
import { placeholdersIn } from '../release-check.ts'
import { differencesOf } from '../release-verify.ts'
import { TEST_RELEASE_PUBLIC } from '../support/release-feed.ts'
import { ROOT } from '../support/source-files.ts'

const REAL = {
  homepage: 'https://caja.cl',
  author: { email: 'soporte@caja.cl' },
  releaseKey: TEST_RELEASE_PUBLIC,
}

/** What the workflow's job runs, step by step, as its shell gets it. */
function scriptsOf(job: string): string[] {
  return job.split(/^ {6}- /m).flatMap((step) => {
    const block = /^(?: {8})?run: \|\n((?: {10}.*\n)+)/m.exec(step)?.[1]
    const line = /^(?: {8})?run: (?!\|)(.+)$/m.exec(step)?.[1]
    return block ?? line ?? []
  })
}
const lacksZip = spawnSync('zip', ['-v']).status !== 0

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

  it.skipIf(lacksZip)('has the sum of everything it publishes, also of its download page', () => {
    const folder = mkdtempSync(join(tmpdir(), 'meson-publish-'))
    try {
      for (const name of ['test', 'package.json']) symlinkSync(join(ROOT, name), join(folder, name))
      for (const name of ['bin', 'files']) mkdirSync(join(folder, name))
      const packed = ['Meson-1.exe', 'Meson-1.dmg', 'meson-caja_1_amd64.deb', 'latest.yml']
      for (const name of packed) writeFileSync(join(folder, 'files', name), `bytes of ${name}`)
      writeFileSync(join(folder, 'files', 'sin-firma-macOS.md'), '- **macOS: sin firma.** Así.\n')
      const published = join(folder, 'published.txt')
      const gh = `#!/bin/sh\nfor one in "$@"; do [ ! -f "$one" ] || echo "$one"; done > ${published}\n`
      writeFileSync(join(folder, 'bin', 'gh'), gh, { mode: 0o755 })
      const workflow = readFileSync(join(ROOT, '.github', 'workflows', 'release.yml'), 'utf8')
      const [, job = ''] = workflow.split(/^ {2}publish:$/m)
      const ours = scriptsOf(job).filter((script) => !script.startsWith('npm ci'))
      const path = [join(folder, 'bin'), dirname(process.execPath), process.env['PATH']].join(':')
      for (const script of ours) {
        const env = { PATH: path, GITHUB_REPOSITORY: 'a/b', GITHUB_REF_NAME: 'v1' }
        const run = spawnSync('bash', ['--norc', '-ec', script], {
          cwd: folder,
          env,
          encoding: 'utf8',
        })
        expect(run).toMatchObject({ status: 0, stderr: '' })
      }
      const files = readFileSync(published, 'utf8').trim().split('\n')
      const wanted = files.filter((name) => name !== 'files/SHA256SUMS' && name !== 'notes.md')
      expect(wanted.map((name) => basename(name)).toSorted()).toEqual(
        [...packed, 'pagina-de-descarga.zip'].toSorted(),
      )
      const sums = readFileSync(join(folder, 'files', 'SHA256SUMS'), 'utf8')
      const sumOf = (name: string) =>
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')
      expect(sums.trim().split('\n').toSorted()).toEqual(
        wanted.map((name) => `${sumOf(name)}  ${basename(name)}`).toSorted(),
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
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

  it.each([
    ['macOS', {}, ['CSC_IDENTITY_AUTO_DISCOVERY'], /macOS: sin firma.*Privacidad y seguridad/],
    ['Windows', {}, ['CSC_IDENTITY_AUTO_DISCOVERY'], /Windows: sin firma.*Ejecutar de todas/],
    ['Windows', { OWN_WIN_CSC_LINK: 'cert' }, ['WIN_CSC_LINK'], null],
    ['macOS', { OWN_CSC_LINK: 'cert' }, ['CSC_LINK'], /con firma, sin el visto bueno de Apple/],
    ['macOS', { OWN_CSC_LINK: 'cert', OWN_APPLE_ID: 'a' }, ['APPLE_ID', 'CSC_LINK'], null],
    ['Linux', {}, [], null],
  ] as const)(
    'packs on %s with the certificates of %j alone, and says so',
    (os, own, set, note) => {
      const folder = mkdtempSync(join(tmpdir(), 'meson-certificates-'))
      try {
        const workflow = readFileSync(join(ROOT, '.github', 'workflows', 'release.yml'), 'utf8')
        const [step = ''] = scriptsOf(workflow).filter((script) => script.includes('OWN_CSC_LINK'))
        // As the workflow sets them: a secret nobody has put is there, and empty.
        const named = [...workflow.matchAll(/^ {10}(OWN_\w+):/gm)].map(([, name = '']) => [
          name,
          '',
        ])
        const run = spawnSync('bash', ['--norc', '-eo', 'pipefail', '-c', step], {
          cwd: folder,
          encoding: 'utf8',
          env: {
            ...{ ...Object.fromEntries(named), ...own, RUNNER_OS: os },
            ...{ PATH: process.env['PATH'], GITHUB_ENV: join(folder, 'env') },
          },
        })
        expect(run).toMatchObject({ status: 0, stderr: '' })
        const env = existsSync(join(folder, 'env')) ? readFileSync(join(folder, 'env'), 'utf8') : ''
        const names = [...env.matchAll(/^(\w+)(?:<<|=)/gm)].map(([, name]) => name)
        expect(names.toSorted()).toEqual(set)
        const file = join(folder, 'dist', `sin-firma-${os}.md`)
        if (note === null) expect(existsSync(file)).toBe(false)
        else expect(readFileSync(file, 'utf8')).toMatch(note)
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  )

  it('opens in its sandbox, reaches printers that are plugged in, and says in Spanish what it is', () => {
    const { linux, deb, toolsets } = packageJson.build
    // The older runtime of an AppImage opens everything with --no-sandbox.
    expect(Number(toolsets.appimage.split('.')[0])).toBeGreaterThanOrEqual(1)
    expect(linux).not.toHaveProperty('executableArgs')
    const installed = readFileSync(join(ROOT, deb.afterInstall), 'utf8')
    const rules = installed.indexOf('udevadm control --reload-rules')
    expect(rules).toBeGreaterThan(-1)
    expect(installed.indexOf('udevadm trigger --action=change')).toBeGreaterThan(rules)
    for (const text of [linux.synopsis, linux.description, linux.desktop.entry.Comment])
      expect(text).toMatch(/boletas?\b.*\binternet|internet.*\bboletas?\b/)
  })

  it.each([
    ['has them', 0, '--shop'],
    ['has none', 1, '--no-sandbox --shop'],
  ])('is told by its AppImage whether the system %s: namespaces', (_, status, told) => {
    const folder = mkdtempSync(join(tmpdir(), 'meson-appimage-'))
    try {
      const write = (name: string, text: string) =>
        writeFileSync(join(folder, name), text, { mode: 0o755 })
      const { executableName } = packageJson.build.linux
      const names = { ExecutableName: executableName, DesktopFileName: '', ProductName: 'Mesón' }
      write('AppRun', generateAppRunScript({ ...names, ProductFilename: '', ResourceName: '' }))
      write(executableName, '#!/bin/sh\necho "$@"\n')
      write('unshare', `#!/bin/sh\nexit ${status}\n`)
      const env = { PATH: process.env['PATH'], APPDIR: folder }
      const run = spawnSync(join(folder, 'AppRun'), ['--shop'], { env, encoding: 'utf8' })
      expect(run.stdout.trim()).toBe(told)
      // What the till does then is in electron/host/known-words.ts.
      const asked = strangeWordIn(['meson', ...told.split(' ')], { platform: 'linux' })
      expect(asked).toBe(status === 0 ? null : '--no-sandbox')
    } finally {
      rmSync(folder, { recursive: true })
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
