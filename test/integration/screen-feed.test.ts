/** The screen's wire to the feed: what ends is asked for again, after what was heard last. */
import { afterEach, expect, it } from 'vitest'
import { serve } from '@hono/node-server'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { FeedEvent } from '#shared/bridge/views.ts'
import type { ScreenId } from '#shared/core/brand.ts'
import { answerCommand } from '#till/router.ts'
import { createTrpcPort } from '../../renderer/bridge/trpc-port.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const event = (seq: number): FeedEvent => ({ seq, kind: 'status', saleId: null })

/** Serves the feed; each listener is answered by the next of `streams`. */
async function serving(streams: (((after: number | null) => FeedEvent[] | 'away') | undefined)[]) {
  const asked: (number | null)[] = []
  const feed: TillApi['feed'] = (after, signal) => {
    asked.push(after)
    const events = streams[asked.length - 1]?.(after)
    if (events === 'away') throw new Error('there is no core')
    return (async function* () {
      yield* events ?? []
      // The last one stays.
      if (events === undefined)
        await new Promise<void>((resolve) => signal.addEventListener('abort', resolve))
    })()
  }
  const till = { feed } as unknown as TillApi
  const server = serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => answerCommand(till, request),
  })
  await once(server, 'listening')
  closing.push(() => new Promise((done) => server.close(done)))
  return { asked, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

it('goes on listening after a feed that ended with its database, and one that was refused', async () => {
  const { asked, origin } = await serving([() => [event(7)], () => 'away', () => [event(9)]])
  const [heard, links]: [number[], string[]] = [[], []]
  const port = createTrpcPort({ origin, token: null, screenId: 'a-screen' as ScreenId })
  const stop = port.watch({
    onEvent: ({ seq }) => heard.push(seq),
    onLink: (link) => links.push(link),
  })
  closing.unshift(stop)
  await expect.poll(() => asked.length, { timeout: 30_000 }).toBeGreaterThan(3)
  expect(heard).toEqual([7, 9])
  expect(asked.slice(0, 4)).toEqual([null, 7, 7, 9])
  await expect.poll(() => links.at(-1)).toBe('up')
  expect(links.filter((link) => link === 'down').length).toBeGreaterThan(1)
  // From down to up: whoever hears it so reads everything again.
  expect(links.slice(links.indexOf('down'))).not.toContain('connecting')
})

it('is asked for no more once the screen has left', async () => {
  const { asked, origin } = await serving([() => [event(1)], () => []])
  const port = createTrpcPort({ origin, token: null, screenId: 'a-screen' as ScreenId })
  const ended = new Promise<void>((resolve) => {
    const stop = port.watch({
      onEvent: () => undefined,
      onLink(link) {
        if (link !== 'down') return
        stop()
        resolve()
      },
    })
  })
  await ended
  // Another screen asks twice, and the second time after any that would still have been put.
  const other = port.watch({ onEvent: () => undefined, onLink: () => undefined })
  closing.unshift(other)
  await expect.poll(() => asked.length, { timeout: 10_000 }).toBe(3)
  expect(asked).toEqual([null, null, null])
})

it('nor once it has left while the feed was still open, and it is told nothing more', async () => {
  const { asked, origin } = await serving([undefined, () => [], () => []])
  const port = createTrpcPort({ origin, token: null, screenId: 'a-screen' as ScreenId })
  const links: string[] = []
  const stop = port.watch({ onEvent: () => undefined, onLink: (link) => links.push(link) })
  await expect.poll(() => links.at(-1), { timeout: 10_000 }).toBe('up')
  stop()
  const saidBefore = links.length
  let asksOfOther = 0
  const other = port.watch({
    onEvent: () => undefined,
    onLink: (link) => (asksOfOther += link === 'down' ? 1 : 0),
  })
  closing.unshift(other)
  // The other one asks three times, a second apart; a question of the first would stand between.
  await expect.poll(() => asksOfOther, { timeout: 20_000 }).toBe(2)
  await expect.poll(() => asked.length, { timeout: 20_000 }).toBeGreaterThan(3)
  expect([asked.length, links.slice(saidBefore)]).toEqual([4, []])
})
