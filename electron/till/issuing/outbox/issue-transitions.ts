/** The transitions of a receipt on its way to a folio, and what each brings with it. */
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { assert } from '#shared/core/result.ts'
import type { DocumentFacts } from '#shared/issuing/document-facts.ts'
import type { Clock } from '../../kernel/ports.ts'
import type { Dependents } from '../dependents.ts'
import type { CopyProof } from './copy-proof.ts'
import type { KnownFolios } from './known-folios.ts'
import type { OutboxStore } from './outbox-port.ts'
import type { AttemptRecord } from './outbox-rows.ts'
import type { OutboxStatements } from './outbox-statements.ts'
import type { ReceiptFacts } from './receipt-statements.ts'
import type { Transition } from './transition.ts'

/** Longest wait between looks for a folio, and for the authority's verdict. */
const FOLIO_WAIT_MS_MAX = 120_000

interface TransitionPorts {
  readonly statements: OutboxStatements
  readonly folios: KnownFolios
  readonly dependents: Dependents
  readonly copies: CopyProof
  readonly transition: Transition
  readonly clock: Clock
}

type IssueTransitions = ReturnType<typeof createClaims> &
  ReturnType<typeof createAcceptance> &
  ReturnType<typeof createStops> &
  ReturnType<typeof createSearches> &
  ReturnType<typeof createWaits>

export function createIssueTransitions(ports: TransitionPorts): IssueTransitions {
  const stop = createStop(ports)
  return {
    ...createClaims(ports),
    ...createAcceptance(ports, stop),
    ...createStops(ports, stop),
    ...createSearches(ports),
    ...createWaits(ports),
  }
}

function createClaims({
  transition,
  clock,
  statements: { moves },
}: TransitionPorts): Pick<OutboxStore, 'markSending' | 'markUnsent'> {
  return {
    markSending({ saleId }, serviceId) {
      let isMarked = false
      transition(saleId, { state: 'sending' }, null, () => {
        isMarked = moves.claim.run({ saleId, serviceId, now: clock.now() }).changes === 1
      })
      return isMarked
    },
    markUnsent: ({ saleId, issueState, serviceId }) =>
      transition(saleId, { state: issueState, unsent: true }, null, () => {
        moves.unclaim.run({ saleId, state: issueState, serviceId })
      }),
  }
}

interface Stopped {
  readonly state: 'rejected' | 'attention'
  readonly code: string
  readonly detail: string
  readonly fieldErrors: string | null
  readonly isNowhere: number
}
const attention = (code: string, detail: string): Stopped => ({
  state: 'attention',
  code,
  detail,
  fieldErrors: null,
  isNowhere: 0,
})
type Stop = (saleId: SaleId, how: Stopped, attempt: AttemptRecord | null) => void

/** A person has to settle it, and so its notes. */
function createStop({ transition, dependents, statements }: TransitionPorts): Stop {
  const { moves } = statements
  return (saleId, how, attempt) =>
    transition(saleId, { state: how.state, code: how.code }, attempt, () => {
      moves.stop.run({ saleId, ...how })
      dependents.stop(saleId, 'RETURN_ORIGINAL_STUCK')
    })
}

function createStops(
  { transition, clock, statements: { moves } }: TransitionPorts,
  stop: Stop,
): Pick<OutboxStore, 'markRefused' | 'markAttention' | 'markRetry'> {
  return {
    markRefused: (saleId, { code, detail, errors, isNowhere }, attempt) => {
      const fieldErrors = JSON.stringify(errors)
      stop(
        saleId,
        { state: 'rejected', code, detail, fieldErrors, isNowhere: Number(isNowhere) },
        attempt,
      )
    },
    markAttention: (saleId, code, detail, attempt) =>
      stop(saleId, attention(code, detail), attempt),
    markRetry: (saleId, { isFault, isNowhere, ...retry }, attempt) =>
      transition(saleId, { state: 'queued', code: retry.code }, attempt, () => {
        moves.retry.run({
          saleId,
          ...retry,
          isFault: Number(isFault),
          isNowhere: Number(isNowhere),
          now: clock.now(),
        })
      }),
  }
}

function createAcceptance(
  ports: TransitionPorts,
  stop: Stop,
): Pick<OutboxStore, 'markAccepted' | 'markDisowned'> {
  const { transition, statements } = ports
  const { receipt, moves } = statements
  const writeAccepted = createAcceptedWriter(ports)
  /**
   * The kind goes only from trial to what counts. A service that calls a sale a trial after one
   * that counts would hide it from the tax.
   */
  const isHiding = (saleId: SaleId, { serviceId }: ReceiptFacts, said: number | null) =>
    said === 1 && receipt.earlierCounts.get({ saleId, serviceId }) !== undefined
  const disown = (saleId: SaleId, attempt: AttemptRecord | null) =>
    transition(saleId, { state: 'queued', disowned: true }, attempt, () => {
      moves.disown.run({ saleId })
    })
  return {
    markDisowned: disown,
    markAccepted(saleId, facts, attempt) {
      const before = receipt.facts.get(saleId)
      assert(before, `receipt ${saleId} exists`)
      assertSameDocument(before, facts)
      const { documentType, serviceId } = before
      const { remoteId } = facts
      const said = kindOf(before, facts)
      const isHidden = before.isTrial !== 1 && isHiding(saleId, before, said)
      // What it gives the folio with, only a person can find out; what it says later is not heard.
      if (isHidden && before.folio === null)
        return stop(saleId, attention('SERVICE_SAYS_TRIAL', serviceId ?? ''), attempt)
      const isTrial = isHidden ? null : said
      const other = receipt.sameDocument.get({
        saleId,
        serviceId,
        documentType,
        folio: facts.folio,
        remoteId,
        isTrial,
      })
      // What only had its id from an answer that proved nothing gives way to the one that is
      // proven.
      if (other?.isProven === 0 && facts.externalReference !== null) disown(other.saleId, null)
      else if (other !== undefined) {
        // One document cannot be two sales: only a person can find out whose it is.
        const detail = `id ${remoteId}, folio ${facts.folio}: ${other.reference}`
        return stop(saleId, attention('REFERENCE_COLLISION', detail), attempt)
      }
      const folio = before.folio ?? facts.folio
      const state = folio === null ? 'accepted' : 'numbered'
      transition(saleId, { state, folio, status: facts.status }, attempt, () =>
        writeAccepted(saleId, before, { ...facts, folio }, isTrial),
      )
    },
  }
}

/**
 * Which it is comes with the folio and stays as it, but where nothing was said of it: silence is
 * no word, and a later one is taken.
 */
function kindOf(before: ReceiptFacts, { isTrial }: DocumentFacts): number | null {
  const said = isTrial === null ? null : Number(isTrial)
  return before.folio === null ? said : (before.isTrial ?? said)
}

function assertSameDocument(before: ReceiptFacts, facts: DocumentFacts): void {
  assert(
    before.remoteId === null || before.remoteId === facts.remoteId,
    'a receipt is one document',
  )
  assert(
    before.folio === null || facts.folio === null || before.folio === facts.folio,
    'a folio never changes',
  )
}

const VERDICT_WAIT_MS_MAX = 6 * 3_600_000

/** The row, the folio that is known from now on, and whatever waited for this receipt. */
function createAcceptedWriter({ statements, clock, folios, dependents }: TransitionPorts) {
  const { attempts, moves } = statements
  const nextLookAfter = (saleId: SaleId, before: ReceiptFacts, folio: number | null) => {
    if (folio !== null) {
      const waitMsMax = before.folio === null ? 0 : VERDICT_WAIT_MS_MAX
      return nextLook(before.firstSentAtMs, clock.now(), waitMsMax)
    }
    return nextLook(attempts.knownSince.get(saleId)?.at ?? null, clock.now(), FOLIO_WAIT_MS_MAX)
  }
  return (
    saleId: SaleId,
    before: ReceiptFacts,
    facts: DocumentFacts,
    isTrial: number | null,
  ): void => {
    const { folio, remoteId } = facts
    const { documentType, externalReference, serviceId, lastErrorCode } = before
    const known = before.authorityStatus === 'MISSING' ? null : before.authorityStatus
    const { changes } = moves.accept[folio === null ? 'accepted' : 'numbered'].run({
      saleId,
      folio,
      remoteId,
      isTrial,
      status: facts.status ?? known,
      notBefore: nextLookAfter(saleId, before, folio),
    })
    assert(changes === 1, 'a receipt that has its folio keeps it')
    if (folio !== null && serviceId !== null)
      folios.learn(serviceId, {
        ...{ documentType, folio, remoteId, externalReference },
        isTrial: isTrial === 1,
      })
    // Whatever the others were refused for together is mended.
    if (lastErrorCode !== null) moves.mendTogether.run({ code: lastErrorCode, isPress: 0 })
    if (facts.status === 'DELETED') dependents.stop(saleId, 'RETURN_ORIGINAL_DELETED')
    else if (folio !== null) dependents.release(saleId, folio)
  }
}

function createSearches({
  copies,
  transition,
  clock,
  statements: { moves },
}: TransitionPorts): Pick<OutboxStore, 'markReconciling' | 'markDoubted' | 'markWalked'> {
  return {
    markReconciling: (saleId, isOfCopy, attempt) =>
      transition(saleId, { state: 'reconciling' }, attempt, () => {
        moves.search.run({ saleId, remoteId: null, now: clock.now() })
        if (isOfCopy) copies.note(saleId)
      }),
    markDoubted: (saleId, { code, detail, errors }, attempt) =>
      transition(saleId, { state: 'reconciling', code }, attempt, () => {
        const fieldErrors = JSON.stringify(errors)
        moves.doubt.run({ saleId, code, detail, fieldErrors, now: clock.now() })
      }),
    markWalked: (saleId, walkedTo, notBefore, attempt) =>
      transition(saleId, { later: true }, attempt, () => {
        moves.noteWalk.run({ saleId, walkedTo, notBefore })
      }),
  }
}

/** Gone for good only when it is not found this often, over this long. */
const VANISHED_READS = 3
const VANISHED_MS = 600_000

function createWaits({
  transition,
  clock,
  statements: { moves, waits, attempts },
}: TransitionPorts): Pick<OutboxStore, 'markAskLater' | 'markNotThere' | 'note'> {
  const { waitUntil } = waits
  return {
    markAskLater: (saleId, notBefore, attempt) =>
      transition(saleId, { later: true }, attempt, () => {
        waitUntil.run({ saleId, notBefore })
      }),
    markNotThere: (saleId, notBefore, attempt) =>
      transition(saleId, { notThere: true }, attempt, () => {
        waitUntil.run({ saleId, notBefore })
        const { count, since } = attempts.vanished.get({ saleId }) ?? { count: 0, since: null }
        // This time is written with the rest of the commit, after this.
        if (count + 1 >= VANISHED_READS && since !== null && clock.now() - since >= VANISHED_MS)
          moves.noteMissing.run({ saleId })
      }),
    note: (saleId, attempt) => transition(saleId, { noted: attempt.outcome }, attempt, () => {}),
  }
}

/**
 * When to ask again what became of a receipt: soon at first, then ever more patiently. For its
 * folio from when its document is known to exist; then at once for its paper; after that for the
 * verdict, from when it was first sent.
 */
function nextLook(sinceMs: EpochMs | null, now: EpochMs, waitMsMax: number): EpochMs {
  const ageMs = Math.max(0, now - (sinceMs ?? now))
  return (now + Math.max(2_000, Math.min(ageMs, waitMsMax))) as EpochMs
}
