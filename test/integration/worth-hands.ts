/** What is done at tills of one shop with what is spent once over all of them. */
import { cpSync, renameSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { CommitInput } from '#shared/selling/inputs.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { requeue } from '#till/backup/durability/requeue.ts'
import { must } from '../support/must.ts'
import { orderOf } from '../support/return-till.ts'
import { cartOf, commitOf, sellOf } from '../support/till-fixture.ts'
import { IN_VALE, valeCodeIn } from '../support/vale-till.ts'
import type { PlayedTill } from './fleet-world.ts'
import { COFFEE, said, wait, world } from './fleet-hands.ts'

export const CLAIMS = '/api/fleet/worth-claims'
export const WORTHS = '/api/fleet/worths'

export const codeOf = (answer: object & { readonly ok: boolean }) =>
  answer.ok ? 'ok' : (answer as unknown as { refusal: { code: string } }).refusal.code

/** The code of a vale over a sale of these, and the return that gave it. */
export function giveVale(played: PlayedTill, ...codes: string[]) {
  const { till, fixture } = played
  const sale = must(till.api.startReturn(sellOf(till.api, ...codes)))
  const made = must(till.api.commitReturn(orderOf(sale, null, IN_VALE)))
  const number = made.vale?.number ?? 0
  const totalClp = made.vale?.amountClp ?? 0
  return { code: valeCodeIn(fixture.dataDir, number), number, returnId: sale.returnId, totalClp }
}

/** A return kept for another purchase, with its number once the service has it. */
export async function giveCredit(played: PlayedTill, isIssued = true) {
  const { api } = played.till
  const sale = must(api.startReturn(sellOf(api, COFFEE)))
  const kept = { refund: { method: 'NC', reference: '' } }
  const { saleId: creditId, totalClp } = must(api.commitReturn(orderOf(sale, null, kept)))
  if (isIssued) await world.until(() => api.status().pendingCount === 0)
  const folio = must(api.receipt(creditId)).folio
  return { creditId, totalClp, folio: String(folio), returnId: sale.returnId }
}

const CASH = { method: 'EF', amountClp: null, reference: '' }

/** A sale of one product that something of a return pays in part, and cash the rest. */
export function orderBy(
  { till }: PlayedTill,
  method: 'vc' | 'NC',
  reference: string,
  amountClp: number,
  ...goods: string[]
): CommitInput {
  const order = commitOf(till.api, cartOf(till.api, ...goods))
  const part = { method, amountClp, reference }
  return { ...order, payments: amountClp < order.expectedTotalClp ? [part, CASH] : [part] }
}

export const claimFor = (played: PlayedTill, { saleId, payments }: CommitInput) =>
  said(played, played.till.api.claimWorths({ for: 'sale', saleId, payments: [...payments] }))

/** As the screen does it: the service is asked where its word is wanted, and told afterwards. */
export async function charge(played: PlayedTill, order: CommitInput) {
  const first = played.till.api.commitSale(order)
  if (first.ok || !ASKING.includes(first.refusal.code)) return first
  const claimed = await claimFor(played, order)
  if (!claimed.ok) return claimed
  const paid = played.till.api.commitSale(order)
  if (paid.ok) await wait(TOLD_MS)
  return paid
}
/** A sale is told of by then. */
const TOLD_MS = 1_000
const ASKING = ['WORTH_ASKS_SHOP', 'VALE_UNKNOWN', 'CREDIT_UNKNOWN']

export const payWithVale = (played: PlayedTill, code: string, pesos: number, ...goods: string[]) =>
  charge(played, orderBy(played, 'vc', code, pesos, ...goods))

/** What a screen is told is left, by whoever knows. */
export async function leftOn(played: PlayedTill, code: string): Promise<number | string> {
  const found = played.till.api.findVale({ code })
  if (found.ok) return found.value.balanceClp
  if (found.refusal.code !== 'WORTH_ASKS_SHOP') return found.refusal.code
  const asked = await said(played, played.till.api.findValeInShop({ code }))
  return asked.ok ? asked.value.balanceClp : asked.refusal.code
}

export const atService = () =>
  world.service.storage.read.selectFrom('fleet_worth_claims').selectAll().execute()

/** Opened anew over the same folder, as after a fall. */
export async function again(played: PlayedTill): Promise<PlayedTill> {
  const { key } = played.kept
  const fleetSecret = { load: async () => key, save: async () => {} }
  return world.open({ dataDir: played.fixture.dataDir, fleetSecret })
}

/** The till's data as they are now, and how they are put back later. */
export function backUp(played: PlayedTill): () => Promise<PlayedTill> {
  const file = tillFolder(played.fixture.dataDir).database
  const db = new Database(file)
  db.exec(`VACUUM INTO '${file}.copy'`)
  db.close()
  return async () => {
    await played.till.stop()
    for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
    cpSync(`${file}.copy`, `${file}.put`)
    renameSync(`${file}.put`, file)
    const back = new Database(file)
    requeue(back, { name: 'copia', at: played.fixture.clock.now() })
    back.close()
    return again(played)
  }
}
