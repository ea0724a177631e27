/** Everything that can be asked for or sent in any number has a most, and says it. */
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { CONTRACT, feedInput, type CommandName } from '#shared/bridge/contract.ts'
import { tillPerTest } from '../../test/support/till-per-test.ts'
import { FEEDS_MAX } from './feeds.ts'

interface Seen {
  readonly path: string
  readonly why: string
}

/** Lists, texts and records of a schema that may be as long as somebody likes. */
function uncapped(schema: z.ZodType, path: string): Seen[] {
  const def = schema._zod.def as unknown as Record<string, unknown> & { type: string }
  const inner = (key: string, name = '') => uncapped(def[key] as z.ZodType, path + name)
  switch (def.type) {
    case 'object':
      return Object.entries(def['shape'] as Record<string, z.ZodType>).flatMap(([name, field]) =>
        uncapped(field, `${path}.${name}`),
      )
    case 'array':
      return [...(isCapped(schema) ? [] : [{ path, why: 'list' }]), ...inner('element', '[]')]
    case 'string':
      return isCapped(schema) ? [] : [{ path, why: 'text' }]
    case 'record':
      return [{ path, why: 'record' }, ...inner('valueType', '{}')]
    case 'union':
      return (def['options'] as z.ZodType[]).flatMap((option) => uncapped(option, path))
    case 'pipe':
      return inner('in')
    case 'nullable':
    case 'optional':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'nonoptional':
    case 'catch':
      return inner('innerType')
    default:
      return []
  }
}

/** Some length is refused: tried with one far beyond what any screen sends. */
const FAR = 2_000_000
function isCapped(schema: z.ZodType): boolean {
  const isText = schema._zod.def.type === 'string'
  const long = isText ? '1'.repeat(FAR) : Array.from({ length: FAR / 10 }, () => null)
  const read = schema.safeParse(long)
  if (read.success) return false
  return isText || read.error.issues.some(({ code }) => code === 'too_big')
}

it('no list, text or record that is sent to the core is without a most', () => {
  const names = Object.keys(CONTRACT) as CommandName[]
  const found = names.flatMap((name) => {
    const { input } = CONTRACT[name]
    return input === null ? [] : uncapped(input as z.ZodType, name)
  })
  expect([...found, ...uncapped(feedInput, 'feed')]).toEqual([])
})

const { api, till } = tillPerTest({ pinCost: 4 })
/** As a browser asks: an event stream, which stays open. */
function listen() {
  const stop = new AbortController()
  const asked = new Request('http://127.0.0.1/trpc/feed?input=%7B%7D', {
    headers: { accept: 'text/event-stream' },
    signal: stop.signal,
  })
  return { stop, answer: till.handle(asked) }
}

/** What the stream says first. */
async function firstOf({ answer }: ReturnType<typeof listen>): Promise<string> {
  const reader = (await answer).body?.getReader() as ReadableStreamDefaultReader<Uint8Array>
  let text = ''
  while (!/FEEDS_FULL|"status"/.test(text)) {
    const { done, value } = await reader.read()
    if (done) break
    text += new TextDecoder().decode(value)
  }
  return text
}

it('one feed more than there are screens is refused, until one of them ends', async () => {
  const feeds = Array.from({ length: FEEDS_MAX + 4 }, listen)
  const said = await Promise.all(feeds.map(firstOf))
  const isRefused = (text: string) => text.includes('FEEDS_FULL')
  expect(said.filter(isRefused)).toHaveLength(4)
  expect(said.filter((text) => text.includes('"kind":"status"'))).toHaveLength(FEEDS_MAX)
  expect(said.find(isRefused)).toContain('TOO_MANY_REQUESTS')
  feeds[0]?.stop.abort()
  const again = listen()
  expect(isRefused(await firstOf(again))).toBe(false)
  for (const { stop } of [...feeds, again]) stop.abort()
})

it('a listener that is gone before it is let in keeps no place', () => {
  for (let count = 0; count < FEEDS_MAX + 4; count += 1) api.feed(null, AbortSignal.abort())
  const here = new AbortController()
  expect(() => api.feed(null, here.signal)).not.toThrow()
  here.abort()
})
