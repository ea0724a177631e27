/**
 * What tills of a shop that is played sold, and what came back of it: at the till that sold it by
 * pieces, at any other by pesos, as its paper says.
 */
import type { SaleId } from '#shared/core/brand.ts'
import { soldWorthId } from '#shared/fleet/sold-worth.ts'
import { clp } from '#shared/money/clp.ts'
import type { CommittedReturn } from '#shared/returns/views.ts'
import type { Result } from '#shared/core/result.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { must } from '../support/must.ts'
import { orderOf } from '../support/return-till.ts'
import { sellOf } from '../support/till-fixture.ts'
import { leftOfSold } from '../../electron/service/documents/left-of-sold.ts'
import { findWorths } from '../../electron/service/fleet/worths.ts'
import { COFFEE, openDb, said } from '../integration/fleet-hands.ts'
import type { FleetWorld, PlayedTill } from '../integration/fleet-world.ts'
import { asOnPaper, lookUp, order } from '../integration/return-hands.ts'
import type { Dice } from './dice.ts'
import { count, isAlone, type Shop } from './fleet-played.ts'

export interface SoldReceipt {
  /** Of the till that sold it. */
  readonly seller: PlayedTill['fixture']
  readonly saleId: SaleId
  readonly totalClp: number
  readonly milli: number
  /** Went out for it, over all tills. */
  backClp: number
  /** Came back on the shelf. */
  backMilli: number
}

export interface OpenedReturn {
  readonly till: PlayedTill['fixture']
  readonly of: SoldReceipt
  readonly clp: number
  readonly milli: number
  readonly commit: (played: PlayedTill) => Result<CommittedReturn, Refusal>
}

const PIECES_MOST = 3

export function sellSome(played: PlayedTill, dice: Dice): SoldReceipt {
  const { api } = played.till
  const pieces = dice.between(1, PIECES_MOST)
  const saleId = sellOf(api, ...Array.from({ length: pieces }, () => COFFEE))
  const { totalClp } = must(api.receipt(saleId))
  const back = { backClp: 0, backMilli: 0 }
  return { seller: played.fixture, saleId, totalClp, milli: pieces * 1_000, ...back }
}

/** As the counter asks for it; a refusal is why it is not to be had here. */
export function openBack(
  shop: Shop,
  played: PlayedTill,
  of: SoldReceipt,
): Promise<OpenedReturn | string> {
  return of.seller === played.fixture ? openOwn(shop, played, of) : openOfAnother(shop, played, of)
}

async function openOwn({ dice }: Shop, played: PlayedTill, of: SoldReceipt) {
  const { api } = played.till
  const opened = await said(played, api.openReturn(of.saleId))
  if (!opened.ok) return opened.refusal.code
  const [line] = opened.value.lines
  const left = line === undefined ? 0 : line.quantity - line.returnedQuantity
  const milli = dice.between(0, left / 1_000) * 1_000
  const asked = orderOf(opened.value, milli === 0 ? null : { 1: milli })
  return {
    ...{ till: played.fixture, of, clp: asked.expectedTotalClp, milli: milli || left },
    commit: ({ till }: PlayedTill) => till.api.commitReturn(asked),
  }
}

async function openOfAnother({ tills, dice }: Shop, played: PlayedTill, of: SoldReceipt) {
  const seller = tills.find((till) => till.played.fixture === of.seller)?.played
  const paper = seller === undefined ? null : asOnPaper(seller, of.saleId)
  if (paper === null || paper.folio === 0) return 'no paper yet'
  const found = await lookUp(played, paper)
  if (!found.ok) return found.refusal.code
  const left = found.value.outside?.leftClp ?? 0
  const pesos = dice.chance(0.4) ? left : dice.between(1, left)
  return {
    ...{ till: played.fixture, of, clp: pesos, milli: 0 },
    commit: ({ till }: PlayedTill) =>
      till.api.commitOutsideReturn(order(found.value.returnId, pesos)),
  }
}

/** Whether the money went out. */
export function giveBackOpened(shop: Shop, played: PlayedTill, opened: OpenedReturn): boolean {
  const { ledger } = shop
  const { of, clp: pesos, milli, commit } = opened
  const made = commit(played)
  if (!made.ok) {
    count(shop, `not back: ${made.refusal.code}`)
    return false
  }
  of.backClp += pesos
  of.backMilli += milli
  ledger.stockMilli += milli
  count(shop, of.seller === played.fixture ? 'back' : 'back elsewhere')
  if (played.wire.isAway && of.seller !== played.fixture) count(shop, 'back by a hub')
  return true
}

/** One that lies open here, else of any receipt. One of a till that left its shop asks nobody. */
export async function playBack(shop: Shop, played: PlayedTill): Promise<void> {
  const { ledger, dice } = shop
  if (isAlone(played)) return
  const late = ledger.opened.findIndex(({ till }) => till === played.fixture)
  if (late >= 0 && dice.chance(0.5))
    return void ledger.opened.splice(late, 1).map((each) => giveBackOpened(shop, played, each))
  // What was sold a while ago comes back as well as what was sold just now.
  const last = ledger.receipts.length - 1
  const of = ledger.receipts[dice.between(dice.chance(0.5) ? Math.max(0, last - 5) : 0, last)]
  if (of === undefined) return
  const opened = await openBack(shop, played, of)
  if (typeof opened === 'string') return count(shop, `not opened: ${opened}`)
  if (dice.chance(0.2)) ledger.opened.push(opened)
  else giveBackOpened(shop, played, opened)
}

/** All that has its number is told, and every note has one. */
export const isIssued = ({ till }: PlayedTill) => till.api.status().pendingCount === 0

type Say = (text: string) => void

/**
 * Never more than was sold, in pieces and pesos, and the money that went out is what the notes of
 * the service say: of each receipt, and of all tills together.
 */
export async function judgeReturns(
  { world: { service }, tills, ledger }: Pick<Shop, 'world' | 'tills' | 'ledger'>,
  say: Say,
): Promise<void> {
  const { read } = service.storage
  const shops = await read.selectFrom('fleet_counters').select('company_id').execute()
  for (const of of ledger.receipts) {
    const { totalClp, milli, backClp, backMilli } = of
    const name = `a receipt of ${totalClp}`
    if (backClp > totalClp) say(`${name} came back for ${backClp}`)
    if (backMilli > milli) say(`${backMilli} came back of ${milli} sold`)
    const seller = tills.find((till) => till.played.fixture === of.seller)?.played
    const paper = seller === undefined ? null : asOnPaper(seller, of.saleId)
    if (paper === null || paper.folio === 0) {
      if (paper === null) say(`${name} has no till any more`)
      continue
    }
    const sold = { ...paper, totalClp: clp(paper.totalClp) }
    for (const { company_id: shop } of shops) {
      const left = await leftOfSold(read, shop, sold)
      if (left !== totalClp - backClp) say(`${name} that gave ${backClp} has notes up to ${left}`)
      for (const worth of await findWorths(read, shop, { kind: 'sale', name: soldWorthId(sold) }))
        if (worth.left['clp'] !== totalClp - backClp)
          say(`${name} that gave ${backClp} has ${worth.left['clp']} left to give back`)
    }
  }
  const out = tills.reduce((sum, { played }) => sum + refundedAt(played), 0)
  const notes = await notesOf({ service })
  if (out !== notes) say(`tills gave back ${out}, notes say ${notes}`)
}

/** Of all credit notes this till made. */
function refundedAt(played: PlayedTill): number {
  const db = openDb(played)
  const sum = db
    .prepare<[], number>("SELECT coalesce(sum(total_clp), 0) FROM sale WHERE document_type = '61'")
    .pluck()
    .get()
  db.close()
  return Math.abs(sum ?? 0)
}

async function notesOf({ service }: Pick<FleetWorld, 'service'>): Promise<number> {
  const { cents } = await service.storage.read
    .selectFrom('documents')
    .select((eb) => eb.fn.sum<number>('total_cents').as('cents'))
    .where('invoice_type', '=', '61')
    .executeTakeFirstOrThrow()
  return Number(cents ?? 0) / 100
}
