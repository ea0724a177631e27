/** Updates from a real folder and a real server over TLS, signed, spoilt, and handed over. */
import { createPublicKey } from 'node:crypto'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { UpdateOrder } from '#shared/updates/machine-updates.ts'
import {
  putRelease,
  STRANGERS_KEY,
  TEST_RELEASE_PUBLIC,
} from '../../../test/support/release-feed.ts'
import { toldAfter } from '../../../test/support/told-after.ts'
import { installerKind, replaceAtEnd } from './open.ts'
import { releaseKey } from './signed.ts'
import { openUpdates, type Updates } from './updates.ts'

let root: string
let place: string
let installed: string[]
let logged: string[]
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'meson-updates-'))
  place = join(root, 'pendrive')
  installed = []
  logged = []
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function open(version = '1.0.0', key = releaseKey(TEST_RELEASE_PUBLIC)): Updates {
  return openUpdates({
    dataDir: join(root, 'datos'),
    version,
    kind: 'deb',
    key,
    log: (message, detail) => void logged.push(`${message} ${JSON.stringify(detail)}`),
    install: async ({ file }) => void installed.push(readFileSync(file, 'utf8')),
  })
}

const codeAfter = async (updates: Updates, order: UpdateOrder) =>
  (await toldAfter(updates, order)).refusal?.code ?? null
const look = (): UpdateOrder => ({ what: 'look', place })
const fetch = (): UpdateOrder => ({ what: 'fetch', place })

describe('from a folder', () => {
  it('finds, fetches, keeps the way back, and hands over what was ordered', async () => {
    putRelease(place, { version: '1.0.0', schema: 20 })
    putRelease(place, { version: '1.1.0', schema: 21 })
    const updates = open()
    expect(await toldAfter(updates, look())).toMatchObject({
      found: { version: '1.1.0', schema: 21 },
      ready: null,
    })
    expect(await toldAfter(updates, fetch())).toMatchObject({
      refusal: null,
      ready: { version: '1.1.0', schema: 21 },
      keepsPresent: true,
      wayBack: null,
    })
    expect(await updates.answer({ what: 'order', version: '1.1.0' })).toMatchObject({
      value: { ordered: { version: '1.1.0' } },
    })
    await updates.handOver()
    expect(installed).toEqual(['installer of 1.1.0'])
    // The next program finds the one before it, without the place.
    const next = open('1.1.0')
    expect(await next.answer({ what: 'view' })).toMatchObject({
      value: { wayBack: { version: '1.0.0', schema: 20 }, ready: null, keepsPresent: true },
    })
    await next.answer({ what: 'order', version: '1.0.0' })
    await next.handOver()
    expect(installed).toEqual(['installer of 1.1.0', 'installer of 1.0.0'])
  })

  it('says at the next start that the installer did not do its work, once', async () => {
    putRelease(place, { version: '1.1.0', schema: 21 })
    const updates = open()
    await toldAfter(updates, fetch())
    await updates.answer({ what: 'order', version: '1.1.0' })
    await updates.handOver()
    // No password, or dpkg refused it: the same program is here again.
    const code = async (version: string) => {
      const now = await open(version).answer({ what: 'view' })
      return now.ok ? (now.value.refusal?.code ?? null) : null
    }
    expect([await code('1.0.0'), await code('1.0.0')]).toEqual(['UPDATE_NOT_INSTALLED', null])
    const again = open()
    await again.answer({ what: 'order', version: '1.1.0' })
    await again.handOver()
    expect([await code('1.1.0'), await code('1.1.0')]).toEqual([null, null])
  })

  it('says so when the place has not the present version', async () => {
    putRelease(place, { version: '1.1.0', schema: 21 })
    const updates = open()
    await toldAfter(updates, look())
    expect(await toldAfter(updates, fetch())).toMatchObject({
      ready: { version: '1.1.0' },
      keepsPresent: false,
    })
  })

  it('keeps what is here, what comes and one from before', async () => {
    const versions = ['0.7.0', '0.8.0', '0.9.0', '1.0.0', '1.2.0']
    for (const [at, version] of versions.entries()) {
      putRelease(place, { version, schema: 20 })
      const updates = open(versions[at - 1] ?? '0.6.0')
      await toldAfter(updates, look())
      await toldAfter(updates, fetch())
    }
    expect(readdirSync(join(root, 'datos', 'updates')).toSorted()).toEqual([
      '0.9.0',
      '1.0.0',
      '1.2.0',
    ])
  })

  it.each<[string, () => void, string]>([
    ['nothing there', () => {}, 'UPDATE_PLACE_AWAY'],
    [
      'the same version',
      () => putRelease(place, { version: '1.0.0', schema: 20 }),
      'UPDATE_NOT_NEWER',
    ],
    ['an older one', () => putRelease(place, { version: '0.9.0', schema: 20 }), 'UPDATE_NOT_NEWER'],
    [
      "a stranger's signature",
      () => putRelease(place, { version: '1.1.0', schema: 20, key: STRANGERS_KEY }),
      'UPDATE_SIGNATURE',
    ],
    [
      'a feed that was touched',
      () => {
        putRelease(place, { version: '1.1.0', schema: 20 })
        appendFileSync(join(place, 'latest-linux.yml'), ' ')
      },
      'UPDATE_SIGNATURE',
    ],
    [
      'no signature',
      () => {
        putRelease(place, { version: '1.1.0', schema: 20 })
        rmSync(join(place, 'latest-linux.yml.sig'))
      },
      'UPDATE_PLACE_AWAY',
    ],
    [
      "another system's feed under this one's name",
      () => {
        putRelease(place, { version: '1.1.0', schema: 20, system: 'windows' })
        for (const end of ['', '.sig'])
          writeFileSync(
            join(place, `latest-linux.yml${end}`),
            readFileSync(join(place, `latest.yml${end}`)),
          )
      },
      'UPDATE_FEED_NOT_VALID',
    ],
    [
      'a feed without end',
      () => {
        putRelease(place, { version: '1.1.0', schema: 20 })
        writeFileSync(join(place, 'latest-linux.yml'), Buffer.alloc(100_000, ' '))
      },
      'UPDATE_PLACE_AWAY',
    ],
  ])('refuses %s', async (_, prepare, code) => {
    prepare()
    const updates = open()
    expect(await codeAfter(updates, look())).toBe(code)
    expect(await codeAfter(updates, fetch())).toBe(code)
    expect(existsSync(join(root, 'datos', 'updates', '1.1.0'))).toBe(false)
  })

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['changed', (bytes) => Buffer.from(bytes.map((byte, at) => (at === 3 ? byte ^ 1 : byte)))],
    ['cut short', (bytes) => bytes.subarray(0, -1)],
    ['longer', (bytes) => Buffer.concat([bytes, Buffer.from('x')])],
  ])('refuses an installer that is %s, and keeps nothing of it', async (_, spoil) => {
    const file = join(place, putRelease(place, { version: '1.1.0', schema: 20 }))
    writeFileSync(file, spoil(readFileSync(file)))
    const updates = open()
    await toldAfter(updates, look())
    expect(await codeAfter(updates, fetch())).toBe('UPDATE_FILE_WRONG')
    expect(readdirSync(join(root, 'datos', 'updates'))).toEqual([])
  })

  it('hands over nothing that was changed after it was fetched', async () => {
    const name = putRelease(place, { version: '1.1.0', schema: 20 })
    const updates = open()
    await toldAfter(updates, look())
    await toldAfter(updates, fetch())
    await updates.answer({ what: 'order', version: '1.1.0' })
    const kept = join(root, 'datos', 'updates', '1.1.0', name)
    writeFileSync(kept, 'INSTALLER OF 1.1.0')
    await updates.handOver()
    expect(installed).toEqual([])
    expect(await updates.answer({ what: 'order', version: '1.1.0' })).toMatchObject({
      refusal: { code: 'UPDATE_FILE_WRONG' },
    })
    expect(existsSync(kept)).toBe(false)
  })

  it('believes nobody without a key, and one thing is done at a time', async () => {
    expect([releaseKey(''), releaseKey('AAAA'), releaseKey(undefined)]).toEqual([null, null, null])
    expect(await open('1.0.0', null).answer(look())).toMatchObject({
      refusal: { code: 'UPDATE_NO_KEY' },
    })
    putRelease(place, { version: '1.1.0', schema: 20 })
    const updates = open()
    const [first, second] = [updates.answer(look()), updates.answer(fetch())]
    expect(await first).toMatchObject({ ok: true })
    expect(await second).toMatchObject({ refusal: { code: 'UPDATE_BUSY' } })
    const key = releaseKey(TEST_RELEASE_PUBLIC)
    expect(key?.equals(createPublicKey(STRANGERS_KEY))).toBe(false)
  })
})

const certificate = (name: string) => ({
  cert: readFileSync(new URL(`../../../test/support/tls/${name}.crt`, import.meta.url), 'utf8'),
  key: readFileSync(new URL(`../../../test/support/tls/${name}.key`, import.meta.url), 'utf8'),
})

describe('over TLS', () => {
  const trusted = getCACertificates('default')
  let server: Server
  let answerOf: (url: string) => { status: number; headers?: Record<string, string>; body?: Buffer }
  beforeEach(async () => {
    setDefaultCACertificates([...trusted, certificate('localhost').cert])
    const served = join(root, 'served')
    putRelease(served, { version: '1.1.0', schema: 21 })
    answerOf = (url) => {
      const file = join(served, url.split('/').at(-1) ?? '')
      return existsSync(file) ? { status: 200, body: readFileSync(file) } : { status: 404 }
    }
    server = createServer(certificate('localhost'), (request, response) => {
      const { status, headers = {}, body } = answerOf(request.url ?? '')
      response.writeHead(status, headers).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    place = `https://127.0.0.1:${(server.address() as AddressInfo).port}/caja`
  })
  afterEach(() => {
    server.close().closeAllConnections()
    setDefaultCACertificates(trusted)
  })

  it('finds and fetches, and says what is not there', async () => {
    const updates = open()
    await toldAfter(updates, look())
    expect(await toldAfter(updates, fetch())).toMatchObject({ ready: { version: '1.1.0' } })
    answerOf = () => ({ status: 404 })
    expect(await toldAfter(updates, look())).toMatchObject({
      refusal: { code: 'UPDATE_PLACE_AWAY', params: { detail: 'HTTP 404' } },
    })
  })

  it('follows within its own origin and nowhere else, and not for ever', async () => {
    const served = answerOf
    const moved = (location: string) => () => ({ status: 302, headers: { location } })
    answerOf = (url) =>
      url.startsWith('/caja/') ? moved(url.replace('caja', 'otra'))() : served(url)
    expect(await toldAfter(open(), look())).toMatchObject({ found: { version: '1.1.0' } })
    answerOf = moved('https://localhost.example/latest-linux.yml')
    const detail = async () => (await toldAfter(open(), look())).refusal?.params['detail']
    expect(await detail()).toBe('REDIRECTED_ELSEWHERE')
    answerOf = moved('http://127.0.0.1/latest-linux.yml')
    expect(await detail()).toBe('REDIRECTED_ELSEWHERE')
    answerOf = moved('/caja/latest-linux.yml')
    expect(await detail()).toBe('REDIRECTED_TOO_OFTEN')
  })

  it('speaks to no server whose certificate does not hold', async () => {
    setDefaultCACertificates(trusted)
    expect(await codeAfter(open(), look())).toBe('UPDATE_PLACE_AWAY')
  })
})

describe('at the end of the till', () => {
  const steps: string[] = []
  const ended = (isOrdered: boolean, may: boolean, isInstalled = true) => {
    steps.length = 0
    const updates: Updates = {
      answer: () => Promise.reject(new Error('nobody asks')),
      isOrdered: () => isOrdered,
      async handOver() {
        steps.push('installer')
        if (!isInstalled) throw new Error('no password')
      },
    }
    const mayStill = async () => {
      steps.push('may it still')
      if (!may) throw new Error('UPDATE_SALE_OPEN')
    }
    const stop = async () => void steps.push('stopped')
    return replaceAtEnd(updates, { mayStill, stop }, (message) => void logged.push(message))
  }

  it('asks the core, stops it, and only then replaces the program', async () => {
    await ended(true, true)
    expect(steps).toEqual(['may it still', 'stopped', 'installer'])
    await ended(false, true)
    expect(steps).toEqual(['stopped'])
    await ended(true, false)
    expect([steps, logged]).toEqual([['may it still', 'stopped'], ['update: left out at the end']])
    await ended(true, true, false)
    expect(logged.at(-1)).toBe('update: the installer failed')
  })

  it('knows how each program was installed', () => {
    expect([
      installerKind(true, 'linux', {}),
      installerKind(true, 'linux', { APPIMAGE: '/x' }),
      installerKind(true, 'win32', {}),
      installerKind(true, 'darwin', {}),
      installerKind(false, 'linux', {}),
    ]).toEqual(['deb', 'AppImage', 'nsis', null, null])
  })
})
