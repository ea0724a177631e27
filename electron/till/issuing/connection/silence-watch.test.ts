/** A service that hangs: everybody is told the same of it, from two seconds on. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { slowInMs } from '#shared/issuing/silence.ts'
import type { HttpOutcome } from '../../kernel/ports.ts'
import type { Till } from '../../till.ts'
import { createSilenceWatch } from './silence-watch.ts'
import {
  LOST,
  sellOf,
  tillFixture,
  type TillFixture,
} from '../../../../test/support/till-fixture.ts'

const WELL: HttpOutcome = { kind: 'answered', status: 200, bodyText: '[]', headers: {} }

let fixture: TillFixture
let till: Till
let honest: TillFixture['service']['answer']
let release: ((outcome: HttpOutcome) => void) | null
beforeEach(async () => {
  fixture = tillFixture()
  release = null
  honest = fixture.service.answer
  till = await fixture.open()
  await fixture.clock.advance(1_000)
})
afterEach(async () => {
  release?.(LOST)
  await fixture.close()
})
const shown = () => till.api.status().connection

/** Every question waits until released. */
function hang(): void {
  const hung = new Promise<HttpOutcome>((resolve) => {
    release = resolve
  })
  fixture.service.answer = () => hung
}

it('is called slow after two seconds without any answer, and then away or well by what comes of it', async () => {
  hang()
  sellOf(till.api, '101')
  await fixture.clock.advance(1_500)
  expect(shown()).toBe('online')
  await fixture.clock.advance(700)
  expect(shown()).toBe('slow')
  release?.(LOST)
  await fixture.clock.advance(100)
  expect(shown()).toBe('offline')
  fixture.service.answer = honest
  await fixture.until(() => shown() === 'online', 15_000)
})

it('tells the screens when it becomes slow and when it answers again', async () => {
  const heard: string[] = []
  const ended = new AbortController()
  const following = (async () => {
    for await (const event of till.api.feed(null, ended.signal))
      if (event.kind === 'status') heard.push(shown())
  })()
  hang()
  sellOf(till.api, '101')
  await fixture.clock.advance(2_500)
  expect(heard).toContain('slow')
  fixture.service.answer = honest
  release?.({ kind: 'answered', status: 503, headers: {}, bodyText: '' })
  await fixture.clock.advance(200)
  expect(heard.at(-1)).toBe('trouble')
  ended.abort()
  await following
})

it('is not called slow for one document while it answers the others, nor for one that nobody waits for any more', async () => {
  const watch = createSilenceWatch(fixture.clock, () => {
    told += 1
  })
  const never = new Promise<HttpOutcome>(() => {})
  let told = 0
  const http = watch.over({
    exchange: (request) => (request.path === '/hangs' ? never : Promise.resolve(WELL)),
  })
  const ask = (path: string) =>
    http.exchange(
      { method: 'GET', path, body: null, timeoutMs: 120_000 },
      new AbortController().signal,
    )
  void ask('/hangs')
  for (let seconds = 0; seconds < 15; seconds += 1) {
    await fixture.clock.advance(1_000)
    await ask('/answers')
  }
  expect(told).toBe(0)
  await fixture.clock.advance(3_000)
  expect([told, slowInMs(watch.heard(), fixture.clock.monotonicMs())]).toEqual([1, 0])
  await fixture.clock.advance(3_000)
  expect(watch.heard().askedAtMs).toBeNull()
  watch.stop()
})
