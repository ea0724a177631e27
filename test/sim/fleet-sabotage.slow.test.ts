/**
 * Rules of a shop's tills left out, one at a time: the ledger notices. A file of its own, played
 * beside the shops that keep them.
 */
import { expect, it } from 'vitest'
import { findSabotage } from './fleet-sabotage.ts'

/** Ten times what an idle machine takes. */
const TIMEOUT_MS = 600_000

// `npm run sim:fleet -- --sabotage all` leaves out each rule there is.
it.each([
  ...['an edit has its age', 'a move is counted once', 'a claim keeps its key'],
  ...['a fact is counted once', 'a vale is given once', 'a code is one product’s'],
  'people with withdrawn rights are barred within one pull',
  ...['a hub gives its word once', 'what was said to a hub is the hub’s to give'],
  ...['what a hub was lent it grants alone', 'a hub keeps what it granted of a vale'],
  'what is given back of a receipt stays taken',
  'a hub is lent what tills of its place sold',
])(
  'a shop notices where a rule is left out: %s',
  async (rule) => expect(await findSabotage(rule, 'each-change')).not.toBeNull(),
  TIMEOUT_MS,
)
