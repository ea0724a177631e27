/** The till's own window: no secret in its command line, its environment, its history or a log. */
import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { childEnvironment } from '#shared/core/child-environment.ts'
import { launchWithNode } from '#host/node-service.ts'
import { SOURCE_CHECK_WORKER, SOURCE_PATHS, SOURCE_SERVICE_ENTRY } from '#host/source-paths.ts'
import { findBrowser, openAppWindow } from './browser.ts'
import { startKiosk, type KioskHost } from './kiosk-host.ts'
import { serveLoopback, type LoopbackServer } from './loopback-server.ts'

const FORM = 'application/x-www-form-urlencoded'
let server: LoopbackServer
const own = () => `http://127.0.0.1:${server.port}`
const enter = (code: string, headers: Record<string, string> = { Origin: 'null' }) =>
  fetch(`${own()}/launch`, {
    method: 'POST',
    headers: { 'Content-Type': FORM, ...headers },
    body: new URLSearchParams({ code }).toString(),
  })

describe('the code of the window', () => {
  beforeEach(async () => {
    server = await serveLoopback({
      port: 0,
      token: 'token',
      handle: async () => new Response('inside'),
    })
  })
  afterEach(() => server.close())

  it('is good once, for a cookie that no script and no other site can use', async () => {
    const code = server.invite()
    const first = await enter(code)
    const cookie = first.headers.get('set-cookie') ?? ''
    expect([first.status, cookie.replace(/=[\w-]{43}/, '=…')]).toEqual([
      200,
      `meson-${server.port}=…; HttpOnly; SameSite=Strict; Path=/`,
    ])
    expect((await enter(code)).status).toBe(401)
    const [held = ''] = cookie.split(';')
    const asked = (headers: Record<string, string>) =>
      fetch(`${own()}/trpc/status`, { headers }).then(({ status }) => status)
    expect(await asked({ Cookie: held })).toBe(200)
    expect(await asked({ Cookie: `${held}x` })).toBe(401)
    expect(await asked({ Cookie: held, Origin: 'https://evil.example' })).toBe(403)
  })

  it.each([
    ['a wrong code', () => enter('x'.repeat(43)), 401],
    ['another site', () => enter(server.invite(), { Origin: 'https://evil.example' }), 403],
    ['no origin', () => enter(server.invite(), {}), 403],
    ['a reading', () => fetch(`${own()}/launch`), 405],
    ['a kilometre', () => enter('x'.repeat(2_000)), 413],
  ])('refuses %s', async (_, ask, status) => {
    server.invite()
    expect((await ask()).status).toBe(status)
  })
})

describe('a child process', () => {
  it('knows nothing of the environment that could be a secret', () => {
    const given = {
      PATH: '/bin',
      HOME: '/home/ana',
      LC_ALL: 'C',
      XDG_RUNTIME_DIR: '/run',
      HTTPS_PROXY: 'http://ana:clave@proxy',
      TILL_API_KEY: 'secret',
      AWS_SECRET_ACCESS_KEY: 'secret',
      NODE_OPTIONS: '--inspect',
    }
    expect(Object.keys(childEnvironment(given))).toEqual([
      'PATH',
      'HOME',
      'LC_ALL',
      'XDG_RUNTIME_DIR',
    ])
  })
})

const browser = findBrowser() ?? process.env['CHROMIUM'] ?? null
/** A whole browser that draws nowhere. */
const NOWHERE = ['--ozone-platform=headless']

describe.skipIf(process.platform !== 'linux' || browser === null)(
  'real Chromium as the window of a till with a key',
  () => {
    const KEY = 'key-that-nobody-may-read'
    let folder: string
    let host: KioskHost | null = null
    let window: ChildProcess | null = null
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'meson-launch-'))
      process.env['TILL_API_KEY'] = KEY
    })
    afterEach(async () => {
      delete process.env['TILL_API_KEY']
      window?.kill('SIGKILL')
      await host?.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    it('gets in, and nothing that opens stands in any command line, environment, history or log', async () => {
      const shown = Promise.withResolvers<void>()
      mkdirSync(join(folder, 'pages'))
      writeFileSync(
        join(folder, 'pages', 'index.html'),
        '<!doctype html><title>Caja</title><script src="/ask.js"></script>',
      )
      writeFileSync(
        join(folder, 'pages', 'ask.js'),
        "fetch('/trpc/opening').then((answer) => fetch('/answered-' + answer.status))",
      )
      const log: string[] = []
      let url = ''
      const launch = launchWithNode(process.execPath, SOURCE_SERVICE_ENTRY)
      host = await startKiosk({
        paths: { ...SOURCE_PATHS, rendererDir: join(folder, 'pages') },
        checkWorkerFile: SOURCE_CHECK_WORKER,
        launchService: launch,
        dataDir: join(folder, 'data'),
        port: 0,
        apiUrl: null,
        apiKey: KEY,
        version: 'test',
        log: (message, detail) => log.push(JSON.stringify({ message, ...detail })),
        onOpen(doors) {
          url = doors.url
          window = openAppWindow({
            browser: browser ?? '',
            url: doors.launchFile(),
            profileDir: join(folder, 'browser'),
            more: NOWHERE,
          })
        },
        hasWindow: () => true,
        onAsked(path) {
          if (path === '/answered-200') shown.resolve()
        },
      })
      const file = join(folder, 'data', 'launch.html')
      const code = /value="([\w-]{43})"/.exec(existsSync(file) ? readFileSync(file, 'utf8') : '')
      await shown.promise
      const token = new URL(url).hash.slice('#token='.length)
      expect(token).toHaveLength(43)
      if (existsSync(file)) expect(statSync(file).mode & 0o777).toBe(0o600)
      const secrets = [KEY, token, ...(code?.[1] === undefined ? [] : [code[1]])]
      const children = descendantsOf(process.pid)
      expect(children.length).toBeGreaterThan(3)
      const leaks = children.flatMap((pid) =>
        ['cmdline', 'environ'].flatMap((name) => {
          const text = readOrEmpty(`/proc/${pid}/${name}`)
          return secrets.filter((secret) => text.includes(secret)).map(() => `${pid} ${name}`)
        }),
      )
      expect(leaks).toEqual([])
      window?.kill('SIGTERM')
      await new Promise((resolve) => window?.once('exit', resolve))
      const kept = filesBelow(join(folder, 'browser'))
      expect(kept.some((file) => file.endsWith('History'))).toBe(true)
      const holding = kept.filter((file) =>
        [token, KEY].some((secret) => readOrEmpty(file).includes(secret)),
      )
      expect([holding, log.filter((line) => line.includes(token) || line.includes(KEY))]).toEqual([
        [],
        [],
      ])
    }, 240_000)
  },
)

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}

/** History, sessions, preferences: whatever a browser keeps. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

function descendantsOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      const stat = readOrEmpty(`/proc/${name}/stat`)
      return [Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const
    })
  const below = (parent: number): number[] =>
    parents.filter(([, of]) => of === parent).flatMap(([child]) => [child, ...below(child)])
  return below(pid)
}
