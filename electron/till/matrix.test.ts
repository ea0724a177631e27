/**
 * Every row of the contract as nobody, at a locked counter and as each role, with inputs made from
 * its schema, on the real core: what is refused leaves every table as it was, what is let through
 * never throws and leaves in the log what its row says.
 */
import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { CONTRACT, type CommandName } from '#shared/bridge/contract.ts'
import type { AnyRow } from '#shared/staff/row.ts'
import type { PlainRight } from '#shared/staff/need.ts'
import { NO_RIGHTS } from '#shared/staff/rights.ts'
import { RIGHT_NAMES } from '#shared/staff/roles.ts'
import { CREW } from '../../test/support/crew.ts'
import { must } from '../../test/support/must.ts'
import { cartOf, keptOf, sellOf } from '../../test/support/till-fixture.ts'
import { whoMay } from '../../test/support/who-may.ts'
import { tillPerTest } from '../../test/support/till-per-test.ts'
import { inputOf, seededDie, type Die } from '../../test/support/zod-inputs.ts'
import { tillFolder } from './kernel/till-folder.ts'

const NAMES = Object.keys(CONTRACT).sort() as CommandName[]
const TRIES = 4
/**
 * Refused to people who may, and written all the same, in the log and nowhere else: a wrong PIN, a
 * test that failed, a drawer that was to open and stuck.
 */
const REFUSED_AND_LOGGED: readonly CommandName[] = [
  'approve',
  // Guesses are counted, as wrong PINs are.
  'findCredits',
  'findCreditsInShop',
  'findVale',
  'findValeInShop',
  'openDrawer',
  'signIn',
  'testMail',
  'testService',
]
const OF_THE_LOG = [
  'audit',
  'chain',
  'chain_head',
  'event',
  'pin_tries',
  'sqlite_sequence',
  'staff',
]
/** `made-up`: a role of the shop's own, of rights the die throws, and nothing beside it. */
const PEOPLE = ['nobody', 'locked', 'cashier', 'supervisor', 'owner', 'made-up'] as const
type Person = (typeof PEOPLE)[number]

const MADE_UP_PIN = '6284'

const { fixture, api, till } = tillPerTest({ pinCost: 4 })
const counts: Record<string, Record<string, number>> = {}
const ids = new Map<string, string>()
let words: string[]

beforeEach(async () => {
  const sold = sellOf(api, '101')
  api.parkSale({ ...keptOf(cartOf(api, '201')), name: 'Rosa' })
  for (const [name, role, pin] of CREW) {
    const saved = await api.saveStaff({ staffId: null, name, role, pin })
    if (!saved.ok) throw new Error(saved.refusal.code)
    ids.set(role, saved.value.members.find((member) => member.name === name)?.id ?? '')
    if (api.staff().current?.role !== 'owner')
      await api.signIn({ staffId: ids.get('owner') ?? '', pin: '3690' })
  }
  const parkedId = api.parkedSales()[0]?.id ?? ''
  words = ['por error', '12345678-5', '2026-11-19', sold, parkedId, 'EF', '', '101', '#fff', '39']
  words.push(
    '00000000-0000-4000-8000-000000000001',
    'https://x.cl',
    '/dev/usb/lp0',
    '1',
    'a@b.cl',
    '0.2.0',
  )
  api.signOut()
})
afterAll(() => console.table(counts))

/** Somebody may have signed out, or in as another, by what was called. */
async function stand(person: Person): Promise<void> {
  const [, , pin] = CREW.find(([, role]) => role === person) ?? []
  if (person === 'made-up') {
    if (api.staff().current?.role !== null)
      await api.signIn({ staffId: ids.get(person) ?? '', pin: MADE_UP_PIN })
    return
  }
  if (pin === undefined) return void (api.staff().current !== null && api.signOut())
  if (api.staff().current?.role === person) return
  await api.signIn({ staffId: ids.get(person) ?? '', pin })
}

/** A row that waits for a device or the service waits by the fixture's clock. */
async function answerOf(name: CommandName, input: unknown): Promise<unknown> {
  const method = api[name] as (...given: readonly unknown[]) => unknown
  let isThere = false
  const answer = (async () => method(...(CONTRACT[name].input === null ? [] : [input])))()
  const ended = answer.then(
    () => void (isThere = true),
    () => void (isThere = true),
  )
  for (let turn = 0; turn < 300 && !isThere; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    if (turn > 20 && !isThere) await fixture.clock.advanceToNext(1_000)
  }
  await ended
  return answer
}

function valid(name: CommandName, die: Die): unknown {
  const { input } = CONTRACT[name] as AnyRow
  if (input === null) return undefined
  for (let turn = 0; turn < 400; turn += 1) {
    const parsed = input.safeParse(inputOf(input, die, words))
    if (parsed.success) return parsed.data
  }
  throw new Error(`no input for ${name} in 400 throws`)
}

/** Whether what is written down bars these people, whatever they send without an approval. */
function isBarred(name: CommandName): boolean {
  const { behindLock }: AnyRow = CONTRACT[name]
  const who = whoMay(name)
  const { current, rights } = api.staff()
  if (behindLock !== null && 'lockedPart' in behindLock) return false
  if (who === 'anyone') return false
  if (current === null) return true
  const right = ['settings', 'owner'].includes(who)
    ? 'manageStaff'
    : (who.split(':')[1] as PlainRight | undefined)
  return right !== undefined && !rights[right]
}

it.each(PEOPLE)(
  'every row as %s',
  async (person) => {
    if (person === 'nobody') {
      await till.stop()
      await fixture.open({ pinCost: 4 })
    }
    const die = seededDie(PEOPLE.indexOf(person) + 1)
    if (person === 'made-up') await makeUp(die)
    const counted = { barred: 0, refused: 0, done: 0 }
    counts[person] = counted
    const db = new Database(tillFolder(fixture.dataDir).database, { readonly: true })
    const hashes = hashesOf(db)
    const lastLogged = db.prepare<[], number>('SELECT max(seq) FROM audit').pluck()
    const logging = db
      .prepare<[number], string>("SELECT action FROM audit WHERE seq > ? AND staff_name <> 'Mesón'")
      .pluck()
    try {
      for (const name of NAMES) {
        for (let turn = 0; turn < TRIES; turn += 1) {
          await stand(person)
          const input = valid(name, die)
          const barred = isBarred(name)
          await papersOut(db)
          const before = hashes()
          const loggedBefore = lastLogged.get() ?? 0
          const answer = await answerOf(name, input)
          const refused = (answer as { ok?: boolean } | null)?.ok === false
          counted[barred ? 'barred' : refused ? 'refused' : 'done'] += 1
          if (barred || refused) {
            const after = hashes()
            const changed = Object.keys(after).filter((table) => after[table] !== before[table])
            const mayLog = !barred && REFUSED_AND_LOGGED.includes(name)
            const bad = changed.filter((table) => !mayLog || !OF_THE_LOG.includes(table))
            expect.soft([name, bad], JSON.stringify([input, answer])).toEqual([name, []])
          }
          const logged = logging.all(loggedBefore)
          const unsaid = logged.filter((action) => !CONTRACT[name].logs.includes(action as never))
          expect.soft([name, unsaid], JSON.stringify(input)).toEqual([name, []])
          if (barred && CONTRACT[name].behindLock === null)
            expect.soft([name, refused]).toEqual([name, true])
        }
      }
    } finally {
      db.close()
    }
    expect(counted.barred + counted.refused + counted.done).toBe(NAMES.length * TRIES)
    expect(counted.done).toBeGreaterThan(person === 'locked' || person === 'nobody' ? 30 : 100)
  },
  120_000,
)

/** Some rights and not others; who manages people could give themselves away, so not that. */
async function makeUp(die: Die): Promise<void> {
  const thrown = RIGHT_NAMES.map((right) => [right, die(2) === 1] as const)
  const rights = { ...NO_RIGHTS, ...Object.fromEntries(thrown), manageStaff: false }
  const percents = { lineDiscountPercent: die(101), cartDiscountPercent: die(101) }
  await stand('owner')
  const made = api.saveRole({
    roleId: null,
    name: 'Hecho al azar',
    rights: { ...rights, ...percents },
    isArchived: false,
  })
  const roleIds = must(made).ownRoles.map(({ id }) => id)
  const person = { staffId: null, name: 'Azar', role: null, roleIds, pin: MADE_UP_PIN }
  const { members } = must(await api.saveStaff(person))
  ids.set('made-up', members.find(({ name }) => name === 'Azar')?.id ?? '')
}

/** A copy that was asked for before is printed in its own time: that is no part of this call. */
async function papersOut(db: Database.Database): Promise<void> {
  const moving = db.prepare("SELECT 1 FROM print_job WHERE state IN ('queued', 'printing')")
  for (let turn = 0; turn === 0 || (turn < 200 && moving.get() !== undefined); turn += 1)
    await new Promise((resolve) => setImmediate(resolve))
}

/** By table; read again only after another connection has written anything at all. */
function hashesOf(db: Database.Database): () => Record<string, string> {
  let read: { readonly version: unknown; readonly hashes: Record<string, string> } | null = null
  return () => {
    const version = db.pragma('data_version', { simple: true })
    if (read === null || read.version !== version) read = { version, hashes: hashOf(db) }
    return read.hashes
  }
}

function hashOf(db: Database.Database): Record<string, string> {
  // An index of texts keeps its rows in tables of its own, which are read as well.
  const tables = db
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'",
    )
    .pluck()
    .all()
  return Object.fromEntries(
    (tables as string[]).map((table) => {
      const rows = db.prepare(`SELECT * FROM "${table}"`).raw().all()
      return [table, createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 12)]
    }),
  )
}
