/**
 * What the seal costs a sale: the same sales, in turns, at a till with a seal and at one without,
 * each on a disk file of its own; and how long it takes to read the whole chain again.
 */
import Database from 'better-sqlite3'
import { createFileSecretStore } from '#till/adapters/system.ts'
import { checkChain } from '#till/audit/check-chain.ts'
import { loadTillKeys } from '#till/audit/seal-key.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { systemRandomness } from '#till/adapters/system.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import { cartOf, commitOf, tillFixture } from '../support/till-fixture.ts'
import { figuresOf } from './figures.ts'

const SALES = 1_500
const WARM_UP = 300
const CODES = ['101', '201', '7801040000037'] as const

const fixtures = [tillFixture(), tillFixture()] as const
const secret = createFileSecretStore(tillFolder(fixtures[1].dataDir).ownSecret)
const tills = [
  await fixtures[0].open({ isSealed: false }),
  await fixtures[1].open({ ownSecret: secret }),
] as const
const ms: [number[], number[]] = [[], []]
for (let sale = 0; sale < SALES + WARM_UP; sale += 1) {
  for (const side of sale % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
    const took = chargeMs(tills[side].api)
    if (sale >= WARM_UP) ms[side].push(took)
  }
}
const [bare, sealed] = ms.map(figuresOf)
const us = (value = 0) => `${Math.round(value * 1_000)} µs`
process.stdout.write(
  `charge of three lines, median of ${SALES}: without seal ${us(bare?.p50)}, with seal ${us(sealed?.p50)}\n`,
)
const { seal } = await loadTillKeys(secret, systemRandomness)
const db = new Database(tillFolder(fixtures[1].dataDir).database, { readonly: true })
const began = performance.now()
const { sealedCount, faults } = checkChain(db, seal.key)
const checkMs = performance.now() - began
process.stdout.write(
  `check of ${sealedCount} rows: ${us(checkMs / sealedCount)} a row, ${faults.length} faults\n`,
)
db.close()
await Promise.all(fixtures.map((fixture) => fixture.close()))

function chargeMs(api: TillApi): number {
  const command = commitOf(api, cartOf(api, ...CODES))
  const began = performance.now()
  const sold = api.commitSale(command)
  if (!sold.ok) throw new Error(sold.refusal.code)
  return performance.now() - began
}
