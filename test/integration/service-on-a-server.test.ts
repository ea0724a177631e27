/** The files a server is set up with say what the program understands. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { MEMORY_ENVIRONMENT } from '#host/node-service.ts'
import { readArguments } from '../../electron/service/command-line.ts'
import { importsOf } from '../support/imports.ts'
import { ROOT, sourceFiles } from '../support/source-files.ts'
import { SERVER_FLAGS } from './service-process.ts'

const FOLDER = join(ROOT, 'resources/service/server')
const textOf = (name: string) => readFileSync(join(FOLDER, name), 'utf8')
const unit = textOf('meson-service@.service')
const image = textOf('Containerfile')

it('the unit starts the program with options it knows, and gives it time to answer at its end', () => {
  const [, program = '', words = ''] =
    /^ExecStart=(.+) electron\/service\/main\.ts (.*)$/m.exec(unit) ?? []
  expect(program.split(' ')).toEqual(['/opt/meson/node_modules/.bin/node', ...SERVER_FLAGS])
  const told = words
    .replace('${DATABASE}', 'postgres://meson@localhost/meson')
    .replace('%i', '8081')
    .replace('$OPTIONS', '--authority https://gateway.cl')
  expect(readArguments(told.split(' '))).toMatchObject({
    ok: true,
    value: { port: 8081, isBehindProxy: true, authorityUrl: 'https://gateway.cl' },
  })
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(30)
})

const HAS_SYSTEMD = spawnSync('systemd-analyze', ['--version']).status === 0

it.skipIf(!HAS_SYSTEMD)('systemd finds nothing wrong with its units', () => {
  const folder = mkdtempSync(join(tmpdir(), 'units-'))
  // The program stands where it is installed, which is not here.
  const here = unit
    .replaceAll('/opt/meson/node_modules/.bin/node', process.execPath)
    .replaceAll('/opt/meson', ROOT)
    .replace(/^User=.*$/m, '')
  writeFileSync(join(folder, 'meson-service@8081.service'), here)
  writeFileSync(join(folder, 'meson-service.target'), textOf('meson-service.target'))
  const files = ['meson-service@8081.service', 'meson-service.target'].map((name) =>
    join(folder, name),
  )
  const said = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], { encoding: 'utf8' })
  rmSync(folder, { recursive: true, force: true })
  expect(said.stderr.split('\n').filter((line) => line.includes('meson-service'))).toEqual([])
})

it('the container starts the program with options it knows, and has all of it', () => {
  const [, words = '[]'] = /^ENTRYPOINT (\[.*\])$/m.exec(image) ?? []
  const [node, flag, program = '', ...options] = JSON.parse(words) as string[]
  expect([node, flag, existsSync(join(ROOT, program))]).toEqual(['node', ...SERVER_FLAGS, true])
  const told = [...options, '--database', 'postgres://meson@db/meson']
  expect(readArguments(told)).toMatchObject({ ok: true, value: { host: '0.0.0.0', port: 8080 } })
  const copied = [...image.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, from = '']) =>
    from.split(' '),
  )
  expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  const used = sourceFiles(['electron/service', 'electron/paper'])
    .filter(({ path }) => !path.endsWith('.test.ts'))
    .flatMap((file) => importsOf(file))
    .filter(({ isInside }) => isInside)
    .map(({ target }) => target)
  const isThere = (target: string) => copied.some((path) => target.startsWith(`${path}/`))
  expect(used.filter((target) => !isThere(target))).toEqual([])
})

it('a process takes what it works with and no more, however it is started', () => {
  expect(packageJson.scripts.service).toContain(SERVER_FLAGS.join(' '))
  for (const [name, value] of Object.entries(MEMORY_ENVIRONMENT)) {
    expect(unit).toContain(`Environment=${name}=${value}`)
    expect(image).toContain(`ENV ${name}=${value}`)
  }
})

it('what it runs on is installed without the tools, and Electron is one of them', () => {
  const packages = sourceFiles(['electron/service', 'electron/paper'])
    .filter(({ path }) => !path.endsWith('.test.ts'))
    .flatMap((file) => importsOf(file))
    .filter(({ isInside, isType, target }) => !isInside && !isType && target !== 'node:')
    .map(({ target }) => target)
  expect(packages).toContain('pg')
  const installed = Object.keys(packageJson.dependencies)
  expect(packages.filter((name) => !installed.includes(name))).toEqual([])
  expect(installed).not.toContain('electron')
})

it('the proxy says for whom it asks, shows nobody the figures, and lets in what the service takes', () => {
  const proxy = textOf('nginx.conf')
  for (const header of ['X-Forwarded-Host $host', 'X-Forwarded-For $remote_addr'])
    expect(proxy).toContain(`proxy_set_header ${header};`)
  for (const path of ['/metrics', '/ready'])
    expect(proxy).toContain(`location = ${path} { return 404; }`)
  const { 1: megabytes } = /client_max_body_size (\d+)m;/.exec(proxy) ?? []
  expect(Number(megabytes)).toBeGreaterThan(1)
  expect(proxy).not.toContain('non_idempotent')
  const opened = [...proxy].filter((letter) => letter === '{').length
  expect([...proxy].filter((letter) => letter === '}')).toHaveLength(opened)
})
