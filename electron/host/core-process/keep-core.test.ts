/** The window's end against cores of words: what is asked, answered, lost and begun again. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { waitFor } from '../../../test/support/wait-for.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { refuse } from '#shared/core/result.ts'
import { BEAT_MS, SILENCE_MS_MAX } from './heartbeat.ts'
import { keepCore, type CoreChild } from './keep-core.ts'
import type { FromCore, ToCore } from './words.ts'
import { NO_STORE } from '#till/adapters/system.ts'
import { sealedSecrets, secretsBy } from '#till/kernel/till-secrets.ts'

const FALLS_MAX = 5

/** A core that says what the test says. */
class WordyCore {
  readonly heard: ToCore[] = []
  #tell: (message: FromCore) => void = () => {}
  #exit: (code: number | null) => void = () => {}
  isKilled = false
  readonly child: CoreChild = {
    post: (message) => void this.heard.push(structuredClone(message)),
    onMessage: (listener) => void (this.#tell = listener),
    onExit: (listener) => void (this.#exit = listener),
    kill: () => {
      this.isKilled = true
      this.fall(null)
    },
  }
  say(...messages: FromCore[]): void {
    for (const message of messages) this.#tell(structuredClone(message))
  }
  fall(code: number | null): void {
    this.#exit(code)
  }
  asked<Kind extends ToCore['kind']>(kind: Kind): Extract<ToCore, { kind: Kind }>[] {
    return this.heard.filter((one): one is Extract<ToCore, { kind: Kind }> => one.kind === kind)
  }
}

function keep() {
  const cores: WordyCore[] = []
  const told: string[] = []
  let serviceAddress: string | null = null
  let move: () => void = () => {}
  const usb: { readonly said: unknown[]; gone: (why: string) => void }[] = []
  const kept = keepCore({
    launch() {
      const core = new WordyCore()
      cores.push(core)
      return core.child
    },
    start: {
      paths: {} as never,
      checkWorkerFile: '',
      dataDir: '/datos',
      adoptFrom: null,
      apiUrl: null,
      apiKey: null,
      wantsShop: false,
      version: '1',
    },
    secrets: {
      ...secretsBy(sealedSecrets, () => NO_STORE),
      serviceKey: {
        load: async () => 'sealed',
        save: () => Promise.reject(new Error('the keyring is closed')),
      },
      pinPepper: {
        load: async () => null,
        isClosed: async () => true,
        place: async () => 'basic-text',
        save: async () => {},
      },
    },
    service: {
      baseUrl: () => serviceAddress,
      apiKey: () => (serviceAddress === null ? null : 'k'),
      start: async (onMoved) => void (move = onMoved),
      stop: async () => void told.push('service stopped'),
    },
    spawnUsbHost: (events) => {
      const one = { said: [] as unknown[], gone: events.onGone }
      usb.push(one)
      return {
        pid: 1,
        post: (message) => void one.said.push(message),
        kill: () => void one.said.push('killed'),
      }
    },
    desk: {
      want: (desk) => void told.push(JSON.stringify(desk)),
      screens: async () => [],
      update: async ({ what }) => refuse(refusal('UPDATE_NOT_READY', what)),
    },
    messages: { canOpen: async () => true, open: async (address) => told.push(address) > 0 },
    log: (message) => void told.push(message),
    onBack: (why) => void told.push(why === 'fell' ? 'back' : 'back after it hung'),
    onHopeless: (text) => void told.push(text),
  })
  const last = () => cores.at(-1) as WordyCore
  const moveTo = (address: string | null) => {
    serviceAddress = address
    move()
  }
  return { kept, cores, last, told, usb, moveTo }
}

const HEAD = { status: 200, headers: [['content-type', 'application/json']] } as const
const ask = (path = '/trpc/status', init?: RequestInit) => new Request(`till://app${path}`, init)
const bytes = (text: string) => new TextEncoder().encode(text)
const turns = async (count = 5) => {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve()
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('what is asked', () => {
  it('goes over whole and comes back whole', async () => {
    const { kept, last } = keep()
    const answer = kept.handle(
      ask('/trpc/commitSale', { method: 'POST', headers: { 'x-screen': 's' }, body: '{"a":1}' }),
    )
    await expect.poll(() => last().asked('request')).toHaveLength(1)
    const [{ id, request }] = last().asked('request') as [Extract<ToCore, { kind: 'request' }>]
    expect(request).toMatchObject({ url: 'till://app/trpc/commitSale', method: 'POST' })
    expect(new Map(request.headers).get('x-screen')).toBe('s')
    expect(new TextDecoder().decode(request.body ?? undefined)).toBe('{"a":1}')
    last().say({ kind: 'answer', id, head: HEAD, body: bytes('{"b":2}') })
    expect(await (await answer).json()).toEqual({ b: 2 })
  })

  it('flows in pieces, and is called off when nobody reads it', async () => {
    const { kept, last } = keep()
    const answer = kept.handle(ask('/trpc/feed'))
    await expect.poll(() => last().asked('request')).toHaveLength(1)
    const id = last().asked('request')[0]?.id ?? 0
    last().say({ kind: 'head', id, head: HEAD }, { kind: 'piece', id, bytes: bytes('one') })
    const reader = (await answer).body?.getReader()
    expect((await reader?.read())?.value).toEqual(bytes('one'))
    await reader?.cancel()
    expect(last().asked('cancel')).toEqual([{ kind: 'cancel', id }])
    last().say({ kind: 'piece', id, bytes: bytes('late') }, { kind: 'end', id })
  })

  it('never leaves the window when it is larger than any command', async () => {
    const { kept, last } = keep()
    const answer = await kept.handle(
      ask('/trpc/saveDraft', { method: 'POST', body: 'x'.repeat(2_097_153) }),
    )
    expect([answer.status, await answer.json()]).toEqual([413, { code: 'BODY_TOO_LARGE' }])
    expect(last().asked('request')).toEqual([])
  })
})

describe('a core that falls', () => {
  it('leaves no question open, is started again at once, and is asked what comes then', async () => {
    const { kept, cores, last, told } = keep()
    last().say({ kind: 'open' }, { kind: 'ready' }, { kind: 'busy', isBusy: false })
    await kept.ready
    const lost = kept.handle(ask())
    lost.catch(() => {})
    const feed = kept.handle(ask('/trpc/feed'))
    await expect.poll(() => last().asked('request')).toHaveLength(2)
    last().say({ kind: 'head', id: last().asked('request')[1]?.id ?? 0, head: HEAD })
    const reading = (await feed).text()
    last().fall(139)
    await expect(lost).rejects.toThrow(/ended with 139/)
    await expect(reading).rejects.toThrow(/ended with 139/)
    await turns()
    expect(kept.isBusy()).toBe(true)
    const waiting = kept.handle(ask())
    await vi.advanceTimersByTimeAsync(0)
    expect(cores).toHaveLength(2)
    expect(last().asked('start')).toMatchObject([{ start: { hasWindow: false } }])
    expect(told).toEqual(['the core fell'])
    last().say({ kind: 'open' })
    await expect.poll(() => last().asked('request')).toHaveLength(1)
    last().say({ kind: 'answer', id: 1, head: HEAD, body: null })
    expect((await waiting).status).toBe(200)
    expect(told).toEqual(['the core fell', 'back'])
    last().say({ kind: 'busy', isBusy: false })
    expect(kept.isBusy()).toBe(false)
  })

  it('is given up with a sentence when it falls too often in a minute, and not otherwise', async () => {
    const often = keep()
    for (let fall = 0; fall <= FALLS_MAX; fall += 1) {
      expect(often.told.at(-1) ?? '').not.toMatch(/una y otra vez/)
      often.last().fall(139)
      await vi.advanceTimersByTimeAsync(2_000)
    }
    expect(often.told.at(-1)).toMatch(/una y otra vez/)
    expect(often.cores).toHaveLength(FALLS_MAX + 1)

    const seldom = keep()
    for (let fall = 0; fall < 20; fall += 1) {
      seldom.last().fall(139)
      await vi.advanceTimersByTimeAsync(30_000)
    }
    expect(seldom.cores).toHaveLength(21)
  })

  it('is known by its silence when it hangs, however it is asked, and begun again', async () => {
    const { kept, cores, last, told } = keep()
    await vi.advanceTimersByTimeAsync(10 * SILENCE_MS_MAX)
    expect([cores.length, last().asked('ping')]).toEqual([1, []])
    last().say({ kind: 'open' }, { kind: 'ready' })
    for (let beat = 0; beat < 60; beat += 1) {
      await vi.advanceTimersByTimeAsync(BEAT_MS)
      last().say({ kind: 'pong' })
    }
    expect(last().asked('ping')).toHaveLength(60)
    const lost = kept.handle(ask())
    lost.catch(() => {})
    await vi.advanceTimersByTimeAsync(SILENCE_MS_MAX)
    expect(cores[0]?.isKilled).toBe(false)
    await vi.advanceTimersByTimeAsync(BEAT_MS)
    await waitFor(() => expect(cores).toHaveLength(2))
    expect([cores[0]?.isKilled, cores.length]).toEqual([true, 2])
    await expect(lost).rejects.toThrow(/ended/)
    last().say({ kind: 'open' })
    await turns()
    expect(told).toEqual(['the core did not answer', 'back after it hung'])
    // The same work again is given twice the time.
    await vi.advanceTimersByTimeAsync(2 * SILENCE_MS_MAX)
    expect(last().isKilled).toBe(false)
    await vi.advanceTimersByTimeAsync(BEAT_MS)
    expect(last().isKilled).toBe(true)
  })

  it('takes its USB processes along', async () => {
    const { last, usb } = keep()
    last().say(
      { kind: 'usb-start', id: 7 },
      { kind: 'usb-post', id: 7, message: { kind: 'ping', id: 1 } },
    )
    last().fall(139)
    expect(usb[0]?.said).toEqual([{ kind: 'ping', id: 1 }, 'killed'])
  })
})

describe('a core that cannot open', () => {
  it('starts no USB process for one that is gone: nobody would end it, and it would hold the printer', () => {
    const { last, usb } = keep()
    const gone = last()
    gone.fall(139)
    gone.say({ kind: 'usb-start', id: 1 })
    expect(usb).toEqual([])
  })

  it('says why to whoever opens the till, once', async () => {
    const { kept, last, cores, told } = keep()
    last().say({ kind: 'refused', text: 'La base de datos es de otro programa.' })
    await expect(kept.ready).rejects.toThrow('La base de datos es de otro programa.')
    expect([last().isKilled, cores.length, told]).toEqual([true, 1, []])
  })

  it.each([
    ['when it had been open before', 0],
    ['as well when it took longer to find out than a fall is remembered', 90_000],
  ])('says why in a box %s', async (_, afterMs) => {
    const { kept, last, told } = keep()
    last().say({ kind: 'open' }, { kind: 'ready' })
    await kept.ready
    last().fall(139)
    await vi.advanceTimersByTimeAsync(afterMs)
    last().say({ kind: 'refused', text: 'La base de datos está dañada.' })
    await turns()
    expect(told.at(-1)).toBe('La base de datos está dañada.')
  })
})

describe('errands of the core', () => {
  it('has a message opened by the window, which alone can', async () => {
    const { last, told } = keep()
    const address = 'https://wa.me/56987654321?text=a'
    last().say(
      { kind: 'ask', id: 1, question: { what: 'can-open' } },
      { kind: 'ask', id: 2, question: { what: 'open', address } },
    )
    await turns()
    expect(
      last()
        .asked('told')
        .map(({ value }) => value),
    ).toEqual([true, true])
    expect(told).toContain(address)
  })

  it('asks for its secrets, and hears when one cannot be kept or opened', async () => {
    const { last } = keep()
    last().say(
      { kind: 'ask', id: 1, question: { what: 'load', secret: 'serviceKey' } },
      { kind: 'ask', id: 2, question: { what: 'save', secret: 'serviceKey', value: 'x' } },
      { kind: 'ask', id: 3, question: { what: 'load', secret: 'pinPepper' } },
      { kind: 'ask', id: 4, question: { what: 'is-closed', secret: 'pinPepper' } },
      { kind: 'ask', id: 5, question: { what: 'is-closed', secret: 'serviceKey' } },
      { kind: 'ask', id: 6, question: { what: 'place', secret: 'serviceKey' } },
      { kind: 'ask', id: 7, question: { what: 'place', secret: 'pinPepper' } },
    )
    await turns()
    const told = last().heard.slice(1) as { readonly id: number }[]
    expect(told.toSorted((one, other) => one.id - other.id)).toEqual([
      { kind: 'told', id: 1, value: 'sealed' },
      { kind: 'not-told', id: 2, why: 'Error: the keyring is closed' },
      { kind: 'told', id: 3, value: null },
      { kind: 'told', id: 4, value: true },
      { kind: 'told', id: 5, value: false },
      { kind: 'told', id: 6, value: 'file' },
      { kind: 'told', id: 7, value: 'basic-text' },
    ])
  })

  it('hears of its service each time it moves, and that it is down', async () => {
    const { last, moveTo } = keep()
    last().say({ kind: 'service-wanted' })
    await turns()
    moveTo('http://127.0.0.1:9')
    moveTo(null)
    const there = { baseUrl: 'http://127.0.0.1:9', apiKey: 'k', deletingKey: null }
    expect(
      last()
        .asked('service')
        .map(({ service }) => service),
    ).toEqual([null, there, null])
  })
})

describe('the end', () => {
  it('is the core first, in its own time, and then its service', async () => {
    const { kept, last, told } = keep()
    last().say({ kind: 'open' }, { kind: 'ready' })
    const stopping = kept.stop()
    expect(kept.isBusy()).toBe(false)
    await turns()
    expect(last().asked('order')).toMatchObject([{ order: 'stop' }])
    expect(told).toEqual([])
    last().say({ kind: 'done', id: last().asked('order')[0]?.id ?? 0 })
    last().fall(0)
    await stopping
    expect([told, last().isKilled]).toEqual([['service stopped'], false])
    await expect(kept.handle(ask())).rejects.toThrow(/ended/)
  })

  it('does not wait for a core that hangs longer than its backup may take', async () => {
    const { kept, last, told } = keep()
    const stopping = kept.stop()
    await vi.advanceTimersByTimeAsync(20_000)
    await stopping
    expect([last().isKilled, told]).toEqual([true, ['service stopped']])
  })

  it('is not held up by a core that has just fallen', async () => {
    const { kept, last, cores, told } = keep()
    last().fall(139)
    await turns()
    await kept.stop()
    await vi.advanceTimersByTimeAsync(10_000)
    expect([cores.length, told.at(-1)]).toEqual([1, 'service stopped'])
  })
})
