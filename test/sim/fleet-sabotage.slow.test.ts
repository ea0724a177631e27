/**
 * Rules of a shop's tills left out, one at a time: the ledger notices. A file of its own, played
 * beside the shops that keep them.
 */
import { expect, it } from 'vitest'
import { findSabotage } from './fleet-sabotage.ts'

/** Ten times what an idle machine takes. */
const TIMEOUT_MS = 600_000

/** With the shop that noticed it first; the others come after it, should it do so no more. */
const LEFT_OUT = [
  ['an edit has its age', 7],
  ['a move is counted once', 5],
  ['a claim keeps its key', 0],
  ['a fact is counted once', 0],
  ['a vale is given once', 0],
  ['a code is one product’s', 0],
  ['people with withdrawn rights are barred within one pull', 0],
  ['a hub gives its word once', 0],
  ['what was said to a hub is the hub’s to give', 0],
  ['what a hub was lent it grants alone', 0],
  ['a receipt that is lent is the hub’s alone to grant', 0],
  ['what is given back of a receipt stays taken', 0],
  ['a hub is lent what tills of its place sold', 0],
] as const

// `npm run sim:fleet -- --sabotage all` leaves out each rule there is.
it.each(LEFT_OUT)(
  'a shop notices where a rule is left out: %s',
  async (rule, shop) => expect(await findSabotage(rule, 'each-change', shop)).not.toBeNull(),
  TIMEOUT_MS,
)
