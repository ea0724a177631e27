/** Rules of a shop's tills left out, one at a time: the ledger finds each. */
import type { Dice } from './dice.ts'
import { playPeople } from './fleet-people.ts'
import { PROVOKED } from './fleet-provoked.ts'
import { playShop } from './fleet-shop.ts'
import type { Sabotage } from './fleet-weeks.ts'

type Body = Record<string, unknown>
type Rows = Body[]
/** Of one path, and of one list in its body. */
const each =
  (path: string, list: string, change: (row: Body) => Body | null) =>
  (asked: string, body: object): object => {
    const rows = (body as Body)[list] as Rows | undefined
    if (!asked.startsWith(`/api/fleet/${path}`) || rows === undefined) return body
    return { ...body, [list]: rows.map(change).filter((row) => row !== null) }
  }
const freshId = (dice: Dice, field: string) => (row: Body) => ({
  ...row,
  [field]: `${Buffer.from(dice.bytes(12)).toString('hex')}`,
})
const whole =
  (path: string, change: (body: Body) => Body) =>
  (asked: string, body: object): object =>
    asked.startsWith(`/api/fleet/${path}`) ? change(body as Body) : body

/** Of an answer: what is on the paper comes along for a receipt alone. */
const isReceipt = ({ facts }: Body) => String(facts).includes('exempt_clp') || facts === ''
const MUCH = { clp: 1_000_000 }

export const SABOTAGES: Readonly<Record<string, Sabotage>> = {
  'every record of a slice is written': {
    wrong: (dice) => ({
      heard: each('changes', 'records', (row) => (dice.chance(0.3) ? null : row)),
    }),
  },
  'every stock of a slice is written': {
    wrong: (dice) => ({
      heard: each('changes', 'stock', (row) => (dice.chance(0.5) ? null : row)),
    }),
  },
  'a cursor is stored with its slice': {
    forgets: 'UPDATE fleet_membership SET version = version + 2',
  },
  'an edit keeps its id': {
    wrong: (dice) => ({ asked: each('edits', 'edits', freshId(dice, 'edit_id')) }),
  },
  'an edit has its age': {
    wrong: () => ({ asked: each('edits', 'edits', (row) => ({ ...row, age_ms: 0 })) }),
  },
  'an edit is a person’s': {
    wrong: () => ({ asked: each('edits', 'edits', (row) => ({ ...row, age_ms: null })) }),
  },
  'an edit outlives its till': { forgets: 'DELETE FROM fleet_edit' },
  'a value has the time it was set at': { ruins: "UPDATE fleet_records SET stamps = '{}'" },
  'a code is one product’s': {
    ruins: `CREATE TRIGGER IF NOT EXISTS no_words AFTER INSERT ON fleet_words
      BEGIN DELETE FROM fleet_words; END`,
  },
  'a move keeps its id': {
    wrong: (dice) => ({ asked: each('moves', 'moves', freshId(dice, 'move_id')) }),
  },
  'a move outlives its till': {
    forgets: 'UPDATE fleet_move SET version = 1, is_said = 1 WHERE is_said = 0',
  },
  'a move is counted once': { ruins: 'DELETE FROM fleet_moves' },
  'a fact keeps its id': {
    wrong: (dice) => ({ asked: each('facts', 'facts', freshId(dice, 'fact_id')) }),
  },
  'a fact outlives its till': { forgets: 'DELETE FROM fleet_fact' },
  'a fact is counted once': { ruins: 'DELETE FROM fleet_facts' },
  'a claim keeps its key': {
    wrong: (dice) => ({ asked: whole('parked-claims', freshId(dice, 'key')) }),
  },
  'a claim outlives its till': { forgets: 'DELETE FROM fleet_claim' },
  'a claim is answered by what became of it': {
    wrong: () => ({
      heard: whole('parked-claims', (body) =>
        body['outcome'] === 'granted' ? { outcome: 'unknown' } : body,
      ),
    }),
  },
  'a sale keeps its id in the shop': {
    wrong: (dice) => ({ asked: each('parked', 'parked', freshId(dice, 'parked_id')) }),
  },
  'what was said is the service’s to give': { forgets: 'DELETE FROM fleet_parked' },
  'a word is given once': {
    ruins: 'UPDATE fleet_parked SET taken_by = NULL, taken_key = NULL, taken_at_ms = NULL',
  },
  'a taken sale leaves the list': {
    wrong: () => ({ heard: each('changes', 'parked', (row) => ({ ...row, taken: null })) }),
  },
  'a word for a vale keeps its key': {
    wrong: (dice) => ({ asked: whole('worth-claims', freshId(dice, 'key')) }),
  },
  'a vale that was told of is the service’s to give': {
    forgets: "UPDATE fleet_worth SET state = 'new'",
  },
  'a claim on a vale outlives its till': { forgets: 'DELETE FROM fleet_worth_claim' },
  'a vale is given once': { ruins: 'DELETE FROM fleet_worth_claims' },
  'what is given back of a receipt stays taken': {
    ruins: "DELETE FROM fleet_worth_claims WHERE kind = 'sale'",
  },
  'no more comes back than was granted': {
    wrong: () => ({
      heard: whole('worth-claims', (body) =>
        body['outcome'] === 'granted' && isReceipt(body) ? { ...body, takes: MUCH } : body,
      ),
    }),
  },
  'a claim on a receipt outlives its till': {
    forgets: "DELETE FROM fleet_worth_claim WHERE kind = 'sale'",
  },
  'people with withdrawn rights are barred within one pull': {
    isOfPeople: true,
    wrong: () => ({
      heard: each('changes', 'records', (row) => (row['kind'] === 'person' ? null : row)),
    }),
  },
  'what was said of a person is not said again': {
    isOfPeople: true,
    forgets: 'DELETE FROM fleet_person',
  },
  'a hub gives its word once': {
    hasHub: true,
    forgets: `UPDATE fleet_hub_parked SET taken_till = NULL, taken_by = NULL, taken_key = NULL,
      taken_at_ms = NULL`,
  },
  'what was said to a hub is the hub’s to give': {
    hasHub: true,
    forgets: "UPDATE fleet_parked SET state = 'granted' WHERE keeper > 0",
  },
  'what a hub was lent it grants alone': {
    hasHub: true,
    ruins: 'UPDATE fleet_worths SET lent_term = 0',
  },
  'a hub keeps what it granted of a vale': {
    hasHub: true,
    forgets: 'DELETE FROM fleet_hub_worth_claim WHERE is_own = 1',
  },
  'a receipt that is lent is the hub’s alone to grant': {
    hasHub: true,
    ruins: "UPDATE fleet_worths SET lent_term = 0 WHERE kind = 'sale'",
  },
  'a hub keeps what it granted of a receipt': {
    hasHub: true,
    forgets: "DELETE FROM fleet_hub_worth_claim WHERE is_own = 1 AND kind = 'sale'",
  },
  'a hub is lent what tills of its place sold': {
    hasHub: true,
    wrong: () => ({
      heard: each('hub-worths', 'worths', (row) => (row['kind'] === 'sale' ? null : row)),
    }),
  },
  'a hub is lent what tills of its place gave': {
    hasHub: true,
    wrong: () => ({
      heard: each('hub-worths', 'worths', (row) => (row['kind'] === 'sale' ? row : null)),
    }),
  },
  'a move has its place among those of its till': {
    hasHub: true,
    wrong: () => ({ asked: each('moves', 'moves', ({ seq: _, ...row }) => row) }),
  },
  'what a hub had is waited for until its term is left': {
    hasHub: true,
    ruins: `UPDATE fleet_worths SET lent_term = 0 WHERE lent_term IN
      (SELECT term FROM fleet_hubs WHERE ended_at_ms IS NOT NULL)`,
  },
  'a hub gives back what it granted with the rest': {
    hasHub: true,
    wrong: () => ({ asked: each('hub-worths', 'back', (row) => ({ ...row, taken: [] })) }),
  },
  'a hub grants nothing of what it gives back': {
    hasHub: true,
    forgets: `UPDATE fleet_hub_worth SET is_back = 0,
      term = coalesce((SELECT term FROM fleet_hub WHERE is_own = 1), term)`,
  },
  'a parked sale comes to every list': {
    wrong: () => ({ heard: each('changes', 'parked', () => null) }),
  },
}

/** Shops that are played until one notices. */
const SHOPS_MAX = 8

/**
 * What the ledger said first without that rule; null where it noticed nothing. `from`: the shop
 * that is played first, for who knows which one noticed it before.
 */
export async function findSabotage(rule: string, seed: string, from = 0): Promise<string | null> {
  const without = SABOTAGES[rule]
  if (without === undefined) throw new Error(`no rule ${rule}`)
  for (let at = 0; at < SHOPS_MAX; at += 1) {
    const hasHub = without.hasHub === true
    const shop = (from + at) % SHOPS_MAX
    const how = { seed: `${seed}-${shop}`, tills: 3, rounds: 70, without, hasHub }
    const play = without.isOfPeople ? playPeople : playShop
    const [first] = (await play(how)).violations
    if (first !== undefined) return first
  }
  return null
}

/**
 * What the ledger said first of a shop that does what the rule is for, and nothing else: without
 * the rule, or with it.
 */
export async function findProvoked(rule: string, isLeftOut: boolean): Promise<string | null> {
  const without = SABOTAGES[rule]
  if (without === undefined) throw new Error(`no rule ${rule}`)
  const weeks = { seed: rule, tills: 3, rounds: 0, hasHub: without.hasHub === true }
  const judged = await playShop({ ...weeks, ...(isLeftOut && { without }) }, PROVOKED[rule])
  return judged.violations[0] ?? null
}
