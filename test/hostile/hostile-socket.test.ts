/** The till's real HTTP client against a server that misbehaves on a real socket. */
import { afterAll, expect, it } from 'vitest'
import { createNodeHttp } from '#till/adapters/node-http.ts'
import type { HttpOutcome } from '#till/kernel/ports.ts'
import { classifyCreation } from '#shared/issuing/classify.ts'
import { createDice } from '../sim/dice.ts'
import { startHostileServer } from './hostile-server.ts'

const EXCHANGES = 320
const AT_ONCE = 32
const TIMEOUT_MS = 700
/** An exchange must end soon after its time, also on a machine that is busy with other things. */
const PATIENCE_MS = 20_000
const BODY_CHARS_MAX = 32 * 1024 * 1024

const server = await startHostileServer(createDice('socket'))
afterAll(() => server.close())

it('ends every exchange in time, and takes nothing for a document that is none', async () => {
  const http = createNodeHttp(() => ({ baseUrl: server.url, apiKey: 'key-for-tests' }))
  const wrong: string[] = []
  const kinds = new Map<string, number>()
  let next = 0
  const client = async () => {
    while (next < EXCHANGES) {
      const turn = next++
      const startedMs = performance.now()
      const outcome = await http.exchange(
        {
          method: turn % 2 === 0 ? 'POST' : 'GET',
          path: `/api/invoices?${turn}`,
          body: turn % 2 === 0 ? Buffer.from('{}') : null,
          timeoutMs: TIMEOUT_MS,
        },
        new AbortController().signal,
      )
      const tookMs = performance.now() - startedMs
      kinds.set(outcome.kind, (kinds.get(outcome.kind) ?? 0) + 1)
      const fault =
        judge(outcome) ??
        (tookMs > TIMEOUT_MS + PATIENCE_MS ? `took ${Math.round(tookMs)} ms` : null)
      if (fault !== null) wrong.push(`${turn}: ${fault}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  console.log(
    `hostile server: ${EXCHANGES} exchanges, ${[...kinds].map(([kind, count]) => `${kind} ${count}`).join(', ')}, ${server.played.size} behaviours`,
  )
  expect(wrong).toEqual([])
  expect(Math.min(...server.played.values())).toBeGreaterThan(1)
  expect(kinds.get('answered')).toBeGreaterThan(0)
  expect(kinds.get('unanswered')).toBeGreaterThan(0)
  // Everything here was connected to: nothing of it may count as surely not delivered.
  expect(kinds.get('unsent')).toBeUndefined()
}, 240_000)

function judge(outcome: HttpOutcome): string | null {
  if (outcome.kind !== 'answered') return null
  if (outcome.bodyText.length > BODY_CHARS_MAX) return `read ${outcome.bodyText.length} characters`
  const meaning = classifyCreation({
    kind: 'answered',
    status: outcome.status,
    bodyText: outcome.bodyText,
    retryAfterS: null,
  })
  if (meaning.kind !== 'accepted') return null
  return meaning.facts.remoteId === '3f2b8c1e-7f0a-4a4e-9a51-0c1d2e3f4a5b'
    ? null
    : `accepted ${meaning.facts.remoteId}`
}
