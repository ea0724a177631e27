/**
 * Puts a receipt to the service as a note that is not issued: over what this till would still give
 * back, and what it has given back without the service knowing of it yet.
 */
import type { EpochMs, IsoDate, SaleId } from '#shared/core/brand.ts'
import type { Ids } from '#shared/text/ids.ts'
import { refusal, type Refusal, type RefusalCode } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { clp, sumClp, ZERO_CLP, type Clp } from '#shared/money/clp.ts'
import { CREDIT_ID } from '#shared/selling/payment/payment-method.ts'
import { decideOutsideReturn, type OutsideReceipt } from '#shared/returns/decide-outside-return.ts'
import { exemptLeftInLines, exemptOfLines, receiptClpOf } from '#shared/returns/exempt-left.ts'
import type { PaidAs } from '#shared/returns/outside-paid.ts'
import type { OutsideFacts } from '#shared/returns/return-decision.ts'
import type { SoldOriginal } from '#shared/returns/returnable.ts'
import {
  backOfDocuments,
  quantityLeft,
  type LeftOfReceipt,
  type ReturnableLine,
} from '#shared/returns/return-shares.ts'
import type { SaleType } from '#shared/core/document-type.ts'
import type { Rut } from '#shared/rut/rut.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Clock, HttpPort } from '../kernel/ports.ts'
import { createServiceClient } from '../issuing/connection/service-client.ts'
import { createTrials } from '../issuing/outbox/trials.ts'
import { leadIn } from '../issuing/steps/by-folio.ts'
import { backElsewhere } from './back-elsewhere.ts'
import type { Register } from './register.ts'
import { receiptClp } from '../sold/sale-parts.ts'
import { RETURN_STANDS } from './undone.ts'

export interface ElsewherePorts {
  readonly db: TillDatabase
  readonly clock: Clock
  readonly ids: Ids
  readonly context: () => Register
  readonly today: () => IsoDate
  readonly http: HttpPort
  readonly isServiceThere: () => boolean
  /**
   * Another till of the shop may have given it back by the service's word: without that word
   * nothing goes out here. Null: of a receipt that this till did not sell.
   */
  readonly needsWord: (saleId: SaleId | null) => boolean
  /**
   * Of a shop: all that is left of the receipt is this till's to give back, for this return; null
   * where nobody else has a say in it.
   */
  readonly hold: (
    returnId: SaleId,
    receipt: OutsideReceipt,
    left: LeftOfReceipt,
  ) => Promise<Result<Clp | null, Refusal>>
  /** What is held so for that return; null where nobody says what of it has no IVA. */
  readonly heldOf: (returnId: SaleId) => LeftOfReceipt | null
  readonly nearby: NearbyHub
  readonly signal: AbortSignal
}

/** What the hub of the place says while the service is away. */
export interface NearbyHub {
  /** Refused where there is no word to be had here. */
  word(): Result<null, Refusal>
  /** Of a receipt that another till of the place sold. */
  find(receipt: ReceiptName): Promise<Result<SoldFacts, Refusal>>
  /** All that is left of its receipt is this till's, for that return. */
  isHeld(returnId: SaleId): boolean
}

/** What a till that did not sell it has to know, beyond what is typed. */
export interface SoldFacts {
  /** The part of its total without IVA. */
  readonly exemptClp: Clp
  readonly paidAs: PaidAs
  /** False where its document surely names somebody else. */
  readonly isBuyer: (rut: Rut) => boolean
}

/** By what every till names it. A trial has the folio of another one, and hardly all of these. */
export type ReceiptName = Pick<OutsideFacts, 'documentType' | 'folio' | 'date' | 'totalClp'>

export interface Unspent {
  /** What this till would still give back. */
  readonly leftClp: Clp
  /** Given back here, by notes that have no folio yet: the service counts them as free. */
  readonly unissuedClp: Clp
}

interface AskedOf extends Partial<Pick<Register, 'issuer' | 'branchOffice'>> {
  /** Of this till; absent: of another one. */
  readonly saleId?: SaleId
}

/** Pesos of `leftClp` that came back at other tills. */
export async function askElsewhere(
  ports: ElsewherePorts,
  receipt: OutsideReceipt,
  { leftClp, unissuedClp }: Unspent,
  { saleId, ...issuedBy }: AskedOf = {},
): Promise<Result<Clp, Refusal>> {
  const context = { ...ports.context(), ...issuedBy }
  const around = {
    ...context,
    receipt,
    now: ports.clock.now(),
    date: ports.today(),
    externalReference: ports.ids.externalReference(context.registerNumber),
  }
  const order = { returnId: ports.ids.saleId(), reason: 'Consulta', approvalId: null }
  const refund = { method: CREDIT_ID, reference: '' }
  const noteOver = (amountClp: Clp) => {
    const givenBackClp = clp(receipt.totalClp - amountClp)
    const made = decideOutsideReturn({ ...order, refund, amountClp }, { ...around, givenBackClp })
    return made.ok ? made.value.request : null
  }
  const { http, clock, signal } = ports
  const asked = await backElsewhere(
    { http, clock, signal, noteOver, needsWord: ports.needsWord(saleId ?? null) },
    sumClp([leftClp, unissuedClp]),
  )
  if (!asked.ok) return asked
  return asked.value < leftClp ? asked : refuse(refusal('OUTSIDE_BACK_ELSEWHERE'))
}

/** Where the service did not answer, whoever is held to the word of the hub goes by it alone. */
export function orByHub(
  { nearby }: Pick<ElsewherePorts, 'nearby'>,
  asked: Result<Clp, Refusal>,
  knownClp: Clp,
): Result<Clp, Refusal> {
  if (asked.ok || asked.refusal.code !== 'RETURN_SHOP_AWAY') return asked
  const word = nearby.word()
  return word.ok ? ok(knownClp) : word
}

/** What of this till’s own sales came back at others, as the service said when asked last. */
export interface OwnElsewhere extends Pick<ElsewherePorts, 'heldOf'> {
  readonly backClp: (originalId: SaleId) => Clp
  /**
   * Money may go out on it: the service was asked a while ago at most, or could not be. A command
   * that comes without the question is no way around it.
   */
  readonly isSettled: (original: SoldOriginal, returnId: SaleId) => boolean
  /**
   * Null where nothing stands in the way, and it is held for that return, or change; where the
   * service does not answer, nothing does to a till alone, and a hub holds it for one of its place.
   */
  ask(original: SoldOriginal, returnId: SaleId): Promise<Refusal | null>
}

const AWAY: readonly RefusalCode[] = ['RETURN_SHOP_AWAY', 'RETURN_AT_OWN_HUB']
/** Sales asked about; the oldest is forgotten. */
const REMEMBERED_MAX = 50
/** A return lies open so long at most before the question is asked again. */
const SETTLED_MS = 30 * 60_000

/** Asked a while ago at most, or nobody is there to ask. */
export const isStillAsked = (
  { clock, isServiceThere, needsWord, nearby }: ElsewherePorts,
  { at, returnId }: { readonly at: EpochMs; readonly returnId: SaleId },
): boolean =>
  isServiceThere()
    ? Math.abs(clock.now() - at) <= SETTLED_MS
    : !needsWord(null) || nearby.isHeld(returnId)

export function createOwnElsewhere(ports: ElsewherePorts): OwnElsewhere {
  const known = remembering(ports.clock)
  const { backClp, keep } = known
  const unissued = createUnissuedReader(ports.db)
  const isLost = lostReader(ports)
  const holdIt = async (returnId: SaleId, receipt: OutsideReceipt, original: SoldOriginal) => {
    const { saleId, lines } = original
    const left = { clp: leftOfReceipt(lines), exemptClp: exemptLeftInLines(lines) }
    const held = await ports.hold(returnId, receipt, left)
    if (!held.ok) return held.refusal
    if (held.value !== null) keep(saleId, clp(Math.max(backClp(saleId), left.clp - held.value)))
    return null
  }
  const askNearby = async (
    original: SoldOriginal,
    receipt: OutsideReceipt | null,
    returnId: SaleId,
  ) => {
    const word = ports.nearby.word()
    if (!word.ok) return word.refusal
    if (receipt === null) return refusal('RETURN_SHOP_AWAY')
    return holdIt(returnId, receipt, original)
  }
  const askService = async (
    original: SoldOriginal,
    receipt: OutsideReceipt,
    returnId: SaleId,
  ): Promise<Refusal | null> => {
    const { saleId, lines, issuer, branchOffice } = original
    if (await isLost(saleId)) {
      known.forget(saleId)
      return refusal('RETURN_OF_TRIAL')
    }
    const leftClp = leftOfReceipt(lines)
    const unspent = { leftClp, unissuedClp: unissued(saleId) }
    const asked = orByHub(
      ports,
      await askElsewhere(ports, receipt, unspent, { saleId, issuer, branchOffice }),
      backClp(saleId),
    )
    if (asked.ok || !AWAY.includes(asked.refusal.code))
      keep(saleId, asked.ok ? asked.value : leftClp)
    if (asked.ok) return holdIt(returnId, receipt, original)
    // "At the till that sold it": that is this one.
    return asked.refusal.code === 'OUTSIDE_PART_ELSEWHERE'
      ? refusal('RETURN_PART_ELSEWHERE')
      : asked.refusal
  }
  const isBeyondReach = (saleId: SaleId) => !ports.isServiceThere() && ports.needsWord(saleId)
  return {
    ...{ backClp, heldOf: ports.heldOf },
    isSettled(original, returnId) {
      if (isBeyondReach(original.saleId)) return ports.nearby.isHeld(returnId)
      if (askable(original) === null || !ports.isServiceThere()) return true
      const asked = known.of(original.saleId)
      return asked !== undefined && isStillAsked(ports, { at: asked.at, returnId })
    },
    async ask(original, returnId) {
      const receipt = askable(original)
      const { saleId } = original
      if (isBeyondReach(saleId)) return askNearby(original, receipt, returnId)
      // What has no folio came back nowhere; it may get one while its return lies open.
      const isUnissued = receipt === null && original.folio === null
      if (isUnissued || (receipt !== null && !ports.isServiceThere())) keep(saleId, backClp(saleId))
      if (receipt === null || !ports.isServiceThere()) return null
      return askService(original, receipt, returnId)
    },
  }
}

/** What came back of a sale, as it was said last, and when. */
function remembering(clock: Clock) {
  const known = new Map<SaleId, { readonly backClp: Clp; readonly at: EpochMs }>()
  return {
    of: (saleId: SaleId) => known.get(saleId),
    backClp: (saleId: SaleId) => known.get(saleId)?.backClp ?? ZERO_CLP,
    forget: (saleId: SaleId) => void known.delete(saleId),
    keep(saleId: SaleId, clpBack: Clp) {
      known.delete(saleId)
      known.set(saleId, { backClp: clpBack, at: clock.now() })
      for (const oldest of [...known.keys()].slice(0, -REMEMBERED_MAX)) known.delete(oldest)
    },
  }
}

/** By its folio a note would be about another document, or about none. */
function lostReader({ db, http, signal }: Pick<ElsewherePorts, 'db' | 'http' | 'signal'>) {
  const trials = createTrials(db)
  return async (saleId: SaleId) => {
    const trial = trials.of(saleId)
    if (trial === null) return false
    const { documentType, folio } = trial
    const client = createServiceClient(http)
    return leadIn(await client.byFolio(documentType, folio, signal), trial) === 'other'
  }
}

function createUnissuedReader(db: TillDatabase): (saleId: SaleId) => Clp {
  const sum = db
    .prepare<[SaleId], number>(
      `SELECT coalesce(sum(${receiptClp('back')}), 0)
      FROM sale back JOIN receipt r ON r.sale_id = back.id
      WHERE back.original_id = ? AND r.folio IS NULL AND ${RETURN_STANDS}`,
    )
    .pluck()
  return (saleId) => clp(sum.get(saleId) ?? 0)
}

export const leftOfReceipt = (lines: readonly ReturnableLine[]): Clp =>
  backOfDocuments(lines.map((line) => ({ line, quantity: quantityLeft(line) }))).receiptClp

/** A debit note on its way makes room that the service does not know of yet. */
const askable = (original: SoldOriginal) => (original.pendingUndoId ? null : receiptOf(original))

/** A sale as a receipt that comes back by an amount; null while the service has none of it. */
export function receiptOf(original: SoldOriginal): OutsideReceipt | null {
  const { folio, documentedBy, documentType, date, recipient, issuer, lines } = original
  if (folio === null || documentedBy !== 'receipt') return null
  return {
    issuerRut: issuer.rut,
    documentType: documentType as SaleType,
    folio,
    date,
    totalClp: sumClp(lines.map(receiptClpOf)),
    check: 'confirmed',
    recipient,
    exemptClp: exemptOfLines(lines),
  }
}
