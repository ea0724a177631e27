/**
 * Rules of a shop's tills left out, one at a time: the ledger notices. A file of its own, played
 * beside the shops that keep them.
 */
import { expect, it } from 'vitest'
import { PROVOKED } from './fleet-provoked.ts'
import { findProvoked, findSabotage } from './fleet-sabotage.ts'

/** Ten times what an idle machine takes. */
const TIMEOUT_MS = 600_000

/** With the shop that noticed it first; the others come after it, should it do so no more. */
const LEFT_OUT = [
  ['a move is counted once', 5],
  ['a fact is counted once', 0],
  ['a vale is given once', 0],
  ['a code is one product’s', 0],
  ['people with withdrawn rights are barred within one pull', 0],
  ['what is given back of a receipt stays taken', 0],
] as const

// `npm run sim:fleet -- --sabotage all` leaves out each rule there is.
it.each(LEFT_OUT)(
  'a shop notices where a rule is left out: %s',
  async (rule, shop) => expect(await findSabotage(rule, 'each-change', shop)).not.toBeNull(),
  TIMEOUT_MS,
)

// What weeks bring about by luck alone, and in other weeks with every change of the program.
it.each(Object.keys(PROVOKED))(
  'a shop that does what a rule is for notices where that is left out: %s',
  async (rule) => expect(await findProvoked(rule, true)).not.toBeNull(),
  TIMEOUT_MS,
)

// With its rules three of these shops are one and the same.
it.each([...new Map(Object.entries(PROVOKED).map(([rule, does]) => [does, rule])).values()])(
  'and there alone: %s',
  async (rule) => expect(await findProvoked(rule, false)).toBeNull(),
  TIMEOUT_MS,
)
