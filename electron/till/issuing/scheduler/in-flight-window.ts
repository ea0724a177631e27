/**
 * Who is under way, and whose turn it is. At most four exchanges at once; a few receipts more are
 * claimed before their turn, so that the next bytes leave the moment an answer has come in, while
 * the disk still writes it down.
 */
import type { SaleId } from '#shared/core/brand.ts'
import type { DocumentType } from '#shared/core/document-type.ts'
import { IN_FLIGHT_MAX } from '#shared/issuing/breaker.ts'
import type { DueRow } from '../outbox/outbox-rows.ts'
import type { AdmissionControl } from './admission-control.ts'

/** Receipts that may wait for their turn, already marked as being sent. */
const CLAIMED_MAX = 40
/**
 * As long as this many wait for their turn, no more are looked for: one look and one commit then
 * serve several.
 */
const CLAIMED_ENOUGH = 24

/**
 * `claim`: being marked, or waiting for its turn. `send` and `read` are at the service. Reads go on
 * while sending is held back; `search` has a single place of its own. `settled`: the answer is in,
 * and there is nothing more to do now.
 */
export type Stage = 'claim' | 'send' | 'read' | 'search' | 'settled'

export function stageOf({ issueState, hasRemoteId }: DueRow): Stage {
  if (issueState === 'queued' || issueState === 'sending') return 'claim'
  return issueState === 'reconciling' && hasRemoteId === 0 ? 'search' : 'read'
}

export type InFlightWindow = ReturnType<typeof createInFlightWindow>

interface WindowPorts {
  readonly admission: Pick<AdmissionControl, 'places' | 'isCrowded'>
  /** Reads that may be under way now. */
  readonly readPlaces: () => number
  readonly isOpen: () => boolean
  /** Its customer waits at the counter. */
  readonly isPresent: (saleId: SaleId) => boolean
}

export function createInFlightWindow(ports: WindowPorts) {
  const { admission, isOpen, isPresent } = ports
  const visits = createVisitStages()
  const turns = createTurns()
  const room = createRoom(ports, visits)
  let isClosed = false
  const next = () => {
    if (isClosed || !isOpen() || admission.places() === 0) return turns.turnAway(() => true)
    for (let turn = turns.first(); turn !== undefined && room.maySend(); turn = turns.first()) {
      turns.take()
      visits.move(turn.saleId, 'send')
      turn.go(true)
    }
  }
  return {
    next,
    has: visits.has,
    isIdle: visits.isEmpty,
    enter: visits.enter,
    leave: visits.leave,
    hasRoom: room.hasRoom,
    wantsMore: room.wantsMore,
    freeKeptPlace: room.freeKeptPlace,
    /** Under way to the service, or about to be. */
    sendings: () => visits.count('claim') + visits.count('send'),
    isSettled: (saleId: SaleId) => visits.stageOf(saleId) === 'settled',
    isSearching: () => visits.count('search') > 0,
    /** Enough are claimed that the service has work, whenever the disk hears of what is new. */
    isWellSupplied: () => turns.count() >= IN_FLIGHT_MAX,
    /** Resolves when it is this receipt's turn; with false when it must not go now. */
    turn(saleId: SaleId): Promise<boolean> {
      return new Promise((go) => {
        const documentType = visits.typeOf(saleId)
        if (documentType === undefined) return go(false)
        // However its visit began: while it waits it takes no place at the service.
        visits.move(saleId, 'claim')
        turns.add({ saleId, documentType, go })
        next()
      })
    },
    /**
     * The answer is in. With a long queue what is done leaves its place to the next receipt;
     * otherwise its paper comes next.
     */
    answered(saleId: SaleId, isDone: boolean) {
      const leavesPlace = isDone && admission.isCrowded() && !isPresent(saleId)
      if (visits.has(saleId)) visits.move(saleId, leavesPlace ? 'settled' : 'read')
      next()
    },
    turnAway: (documentType?: DocumentType) =>
      turns.turnAway((turn) => documentType === undefined || turn.documentType === documentType),
    close() {
      isClosed = true
      next()
    },
  }
}

/** How far each receipt under way has come. */
function createVisitStages() {
  const stages = new Map<SaleId, Stage>()
  const types = new Map<SaleId, DocumentType>()
  return {
    has: (saleId: SaleId) => stages.has(saleId),
    isEmpty: () => stages.size === 0,
    stageOf: (saleId: SaleId) => stages.get(saleId),
    typeOf: (saleId: SaleId) => types.get(saleId),
    count(stage: Stage) {
      let found = 0
      for (const other of stages.values()) if (other === stage) found += 1
      return found
    },
    move: (saleId: SaleId, stage: Stage) => void stages.set(saleId, stage),
    enter({ saleId, documentType }: DueRow, stage: Stage) {
      stages.set(saleId, stage)
      types.set(saleId, documentType)
    },
    leave(saleId: SaleId) {
      stages.delete(saleId)
      types.delete(saleId)
    },
  }
}

/** How many more may start, of each kind. */
function createRoom(
  { admission, readPlaces }: WindowPorts,
  { count }: ReturnType<typeof createVisitStages>,
) {
  let keepsPlaceForRead = false
  const taken = () => count('send') + count('read')
  return {
    maySend: () =>
      count('send') < admission.places() && taken() + Number(keepsPlaceForRead) < IN_FLIGHT_MAX,
    /** There is no point in looking for more while nothing of it could go. */
    wantsMore: () => taken() < IN_FLIGHT_MAX || count('claim') <= CLAIMED_ENOUGH,
    /**
     * Room for one more that starts like this. A read that finds every place taken has the next one
     * kept for it.
     */
    hasRoom(stage: Stage): boolean {
      if (stage === 'search') return count('search') === 0 && readPlaces() > 0
      const places = admission.places()
      if (stage === 'claim')
        return count('claim') + count('send') < (places > 1 ? IN_FLIGHT_MAX + CLAIMED_MAX : places)
      const readsMax = Math.min(admission.isCrowded() ? 1 : IN_FLIGHT_MAX, readPlaces())
      if (count('read') >= readsMax) return false
      keepsPlaceForRead = taken() >= IN_FLIGHT_MAX
      return !keepsPlaceForRead
    },
    freeKeptPlace() {
      keepsPlaceForRead = false
    },
  }
}

interface Turn {
  readonly saleId: SaleId
  readonly documentType: DocumentType
  readonly go: (may: boolean) => void
}

/** Claimed receipts in the order of their turns. */
function createTurns() {
  let turns: readonly Turn[] = []
  return {
    add(turn: Turn) {
      turns = [...turns, turn]
    },
    first: () => turns[0],
    count: () => turns.length,
    take() {
      turns = turns.slice(1)
    },
    turnAway(isMeant: (turn: Turn) => boolean) {
      const away = turns.filter(isMeant)
      turns = turns.filter((turn) => !isMeant(turn))
      for (const { go } of away) go(false)
    },
  }
}
