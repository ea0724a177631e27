/**
 * Calls made from each row's schema and then spoilt, through the router, as everybody by turns: no
 * crash, nothing thrown, and nothing written by whoever has no right to it.
 */
import Database from 'better-sqlite3'
import { beforeEach, expect, it } from 'vitest'
import { CONTRACT, type CommandName } from '#shared/bridge/contract.ts'
import type { AnyRow } from '#shared/staff/row.ts'
import type { PlainRight } from '#shared/staff/need.ts'
import { CREW } from '../../test/support/crew.ts'
import { sellOf } from '../../test/support/till-fixture.ts'
import { pick } from '../../test/support/thoroughness.ts'
import { tillPerTest } from '../../test/support/till-per-test.ts'
import { inputOf, oneOf, seededDie, type Die } from '../../test/support/zod-inputs.ts'
import { tillFolder } from './kernel/till-folder.ts'
import { answerCommand } from './router.ts'

const CALLS = pick(8_000, 1_000_000)
/** Whoever stands there stays for so many calls, unless a call has sent them away. */
const TURN = 50
/** They ask a device or the service, which the fixture's clock would have to let answer. */
const WAITING: readonly CommandName[] = [
  ...(['testService', 'tryScale', 'lookUpTaxpayer'] as const),
  ...(['joinShop', 'leaveShop', 'makeTillCode', 'changeShopTill', 'shopTills'] as const),
  'claimParked',
  ...(['claimWorths', 'findValeInShop', 'findCreditsInShop'] as const),
  ...(['chargeCard', 'cancelCard', 'tryCardTerminal', 'linkCardAccount', 'askCardTotals'] as const),
]
const NAMES = (Object.keys(CONTRACT) as CommandName[]).filter((name) => !WAITING.includes(name))
const HOSTILE: readonly unknown[] = [
  null,
  -1,
  1e21,
  2 ** 53,
  0.1,
  true,
  '',
  ' ',
  '\u0000',
  '../../etc/passwd',
  "' OR 1=1 --",
  '$ne',
  '\ud800',
  'x'.repeat(500),
  [],
  [[]],
  {},
  { then: 1 },
]

const { fixture, api, till } = tillPerTest({ pinCost: 4 })
const ids = new Map<string, string>()
let words: string[]

beforeEach(async () => {
  words = ['por error', '12345678-5', '2026-11-19', sellOf(api, '101'), 'EF', '', '101', '39']
  words.push('00000000-0000-4000-8000-000000000001', 'https://x.cl', '/dev/usb/lp0')
  for (const [name, role, pin] of CREW) {
    const saved = await api.saveStaff({ staffId: null, name, role, pin })
    if (!saved.ok) throw new Error(saved.refusal.code)
    ids.set(role, saved.value.members.find((member) => member.name === name)?.id ?? '')
    if (role === 'owner') await api.signIn({ staffId: ids.get('owner') ?? '', pin })
  }
})

/** One leaf or branch of it is something else. */
function spoilt(input: unknown, die: Die): unknown {
  if (typeof input !== 'object' || input === null || die(5) === 0) return oneOf(die, HOSTILE)
  const keys = Object.keys(input)
  if (keys.length === 0) return { [oneOf(die, ['__proto__', 'toString', 'x'])]: 1 }
  const key = oneOf(die, keys)
  const copy = (Array.isArray(input) ? [...input] : { ...input }) as Record<string, unknown>
  copy[key] = spoilt(copy[key], die)
  return copy
}

/** What looks through much of the till (the seal) lets others go first, and waits for its turn. */
async function givenTurns<T>(answer: Promise<T>): Promise<T> {
  let isAnswered = false
  const end = () => (isAnswered = true)
  void answer.then(end, end)
  while (!isAnswered) await fixture.clock.advance(0)
  return answer
}

function mayWrite({ who, kind }: AnyRow): boolean {
  const { current, rights } = api.staff()
  if (kind === 'query') return false
  if (who === 'anyone') return true
  if (current === null) return false
  const right = who === 'settings' ? 'manageStaff' : (who.split(':')[1] as PlainRight | undefined)
  return right === undefined || rights[right]
}

it(
  `survives ${CALLS.toLocaleString('en')} calls, and none of them writes without its right`,
  async () => {
    const die = seededDie(20_261_122)
    const bugs: string[] = []
    const counted: Record<string, number> = {}
    const db = new Database(tillFolder(fixture.dataDir).database, { readonly: true })
    /** Another number once somebody else has written anything at all. */
    const version = () => db.pragma('data_version', { simple: true })
    for (let call = 0; call < CALLS; call += 1) {
      if (call % TURN === 0) {
        const [, role, pin] = oneOf(die, [...CREW, ['', 'nobody', ''] as const])
        if (role === 'nobody') api.signOut()
        else await api.signIn({ staffId: ids.get(role) ?? '', pin })
        // What a sale has set off is written by the till itself, and not in the middle of a call.
        await fixture.clock.advance(1_000)
      }
      const name = oneOf(die, NAMES)
      const row: AnyRow = CONTRACT[name]
      const made = row.input === null ? undefined : inputOf(row.input, die, words)
      const input = die(3) === 0 ? made : spoilt(made, die)
      await fixture.clock.advance(0)
      const may = mayWrite(row)
      const before = version()
      const body = JSON.stringify(input)
      const request = new Request(`http://127.0.0.1/trpc/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body }),
      })
      const answer = answerCommand(till.api, request, (at, error) =>
        bugs.push(`${at} ${body}: ${error.split('\n', 2).join(' ')}`),
      )
      const response = await givenTurns(answer)
      const text = await response.text()
      if (!may) expect.soft([name, version()], `${body} ${text}`).toEqual([name, before])
      if (response.status >= 500) bugs.push(`${name} ${response.status}`)
      const kind = response.status >= 400 ? 'not parsed' : may ? 'may write' : 'may not'
      counted[kind] = (counted[kind] ?? 0) + 1
    }
    db.close()
    console.info(counted)
    expect(bugs).toEqual([])
    expect(Object.keys(counted).sort()).toEqual(['may not', 'may write', 'not parsed'])
  },
  pick(600_000, 7_200_000),
)
