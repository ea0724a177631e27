/** The outbox: one row a receipt, one commit a transition. State only moves forward. */
import type { DocumentRequest } from '#shared/issuing/document-request.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { assert } from '#shared/core/result.ts'
import type { Ids } from '#shared/text/ids.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import type { Journal } from '../../kernel/journal.ts'
import type { Clock, Randomness } from '../../kernel/ports.ts'
import { createPaperOrders } from '../../printing/print-orders.ts'
import { createDependents, type Dependents } from '../dependents.ts'
import { createCopyProof } from './copy-proof.ts'
import { createGroupCommit } from './group-commit.ts'
import { createIssueTransitions } from './issue-transitions.ts'
import { createKnownFolios } from './known-folios.ts'
import type { OutboxStore } from './outbox-port.ts'
import { createOutboxReads } from './outbox-reads.ts'
import { prepareOutbox, type OutboxStatements } from './outbox-statements.ts'
import { createPaperTransitions } from './paper-transitions.ts'
import { prepareOrders } from './receipt-moves.ts'
import { createTrials } from './trials.ts'
import { createTransition, type Transition } from './transition.ts'

/**
 * Longest wait that survives a jump of the wall clock: half of what the till promises to need once
 * all is well again.
 */
const WAIT_MS_MAX = 300_000

interface OutboxStorePorts {
  readonly db: TillDatabase
  readonly journal: Journal
  readonly clock: Clock
  /** Spreads the waits. */
  readonly randomness: Randomness
  readonly ids: Ids
}

export function createOutboxStore(ports: OutboxStorePorts): OutboxStore {
  const { db, journal, clock } = ports
  const statements = prepareOutbox(db)
  const folios = createKnownFolios(db)
  const copies = createCopyProof(db, clock)
  const dependents = createDependents(db, journal)
  const papers = createPaperOrders(db)
  const transition = createTransition({ db, journal })
  return {
    folios,
    copies,
    trials: createTrials(db),
    groupCommit: createGroupCommit({ db, journal, clock }),
    ...createOutboxReads(db, statements),
    ...createIssueTransitions({ statements, folios, dependents, copies, transition, clock }),
    ...createPaperTransitions({ ...ports, statements, papers, transition }),
    ...createCommonMoves(db, statements),
    ...createOrders({ db, statements, transition, clock, dependents }),
  }
}

/** What moves many receipts at once. */
function createCommonMoves(
  db: TillDatabase,
  { waits, moves: { putBack } }: OutboxStatements,
): Pick<OutboxStore, 'putBack' | 'wakeAll' | 'recover' | 'moveTo' | 'clampWaits'> {
  const moveTo = db.transaction((here: string) => {
    waits.leaveBehind.run({ here })
    waits.findAgain.run({ here })
  })
  return {
    putBack: (sales) => void putBack.run({ sales: JSON.stringify(sales) }),
    wakeAll: () => void waits.wakeAll.run(),
    recover: () => void waits.recover.run(),
    moveTo: (here) => moveTo.immediate(here),
    clampWaits: (now) => void waits.clamp.run({ now, latest: now + WAIT_MS_MAX }),
  }
}

interface OrdersPorts extends Pick<OutboxStorePorts, 'db' | 'clock'> {
  readonly statements: OutboxStatements
  readonly transition: Transition
  readonly dependents: Dependents
}

/** What a person orders. */
function createOrders({
  db,
  statements,
  transition,
  clock,
  dependents,
}: OrdersPorts): Pick<OutboxStore, 'retryNow' | 'rebuild' | 'suggestId' | 'setAside'> {
  const { receipt, waits, moves, pdfs, attempts } = statements
  const orders = prepareOrders(db)
  const isGone = (saleId: SaleId) => (attempts.gone.get({ saleId })?.count ?? 0) > 0
  return {
    retryNow: (saleId) =>
      transition(saleId, { retry: true }, null, () => {
        const code = receipt.facts.get(saleId)?.lastErrorCode ?? null
        orders.retryNow.run({ saleId, now: clock.now() })
        // Its document is not there: looking once more would change nothing.
        if (isGone(saleId)) moves.disown.run({ saleId })
        waits.askForPdf.run({ saleId })
        pdfs.pdfWell.run(saleId)
        if (code !== null) moves.mendTogether.run({ code, isPress: 1 })
      }),
    rebuild: (saleId, body, sha256, attempt) =>
      transition(saleId, { rebuilt: true }, attempt, () => {
        const { changes } = orders.rebuild.run({ saleId, body, sha256 })
        assert(changes === 1, 'only a refused receipt gets a new body')
        const { recipient } = JSON.parse(body.toString('utf8')) as DocumentRequest
        dependents.rename(saleId, recipient, attempt)
      }),
    suggestId: (saleId, remoteId, attempt) =>
      transition(saleId, { suggested: remoteId }, attempt, () => {
        orders.searchAgain.run({ saleId, now: clock.now() })
      }),
    setAside: (saleId, reason) =>
      transition(saleId, { setAside: reason }, null, () => {
        orders.setAside.run({ saleId, reason, now: clock.now() })
      }),
  }
}
