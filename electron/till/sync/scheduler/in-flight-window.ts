/**
 * Who is under way, and whose turn it is. At most four exchanges at once; a few receipts more are
 * marked as being sent ahead of their turn, so that the next bytes leave the moment an answer has
 * come in, while the disk still writes it down.
 */
import type { SaleId } from '#shared/core/brand.ts'
import { IN_FLIGHT_MAX } from '#shared/sync/breaker.ts'
import type { Brakes } from './admission-control.ts'
import type { DueRow } from '../outbox/outbox-rows.ts'
import type { DocumentType } from '#shared/document/document-type.ts'

/** Receipts that may wait for their turn, already marked. */
const AHEAD_MAX = 40
/**
 * As long as this many wait for their turn, no more are looked for: one look and one commit then
 * serve several.
 */
const AHEAD_ENOUGH = 24

/**
 * `claim`: being marked, or waiting for its turn. `send` and `read` are on the wire. Reads go on
 * while the brakes hold sending back; `search` has a single place of its own. `settled`: the answer
 * is in, and there is nothing more to do now.
 */
export type Lane = 'claim' | 'send' | 'read' | 'search' | 'settled'

export function laneOf({ issueState, hasRemoteId }: DueRow): Lane {
  if (issueState === 'queued' || issueState === 'sending') return 'claim'
  return issueState === 'reconciling' && hasRemoteId === 0 ? 'search' : 'read'
}

interface Turn {
  readonly saleId: SaleId
  readonly documentType: DocumentType
  readonly go: (may: boolean) => void
}

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

function createLanes() {
  const lanes = new Map<SaleId, Lane>()
  return {
    lanes,
    count(lane: Lane) {
      let found = 0
      for (const other of lanes.values()) if (other === lane) found += 1
      return found
    },
  }
}

export type Wire = ReturnType<typeof createWire>

interface WirePorts {
  readonly brakes: Pick<Brakes, 'places' | 'isCrowded'>
  /** Reads that may be under way now. */
  readonly readPlaces: () => number
  readonly isOpen: () => boolean
  /** Its customer waits at the counter. */
  readonly isPresent: (saleId: SaleId) => boolean
}

export function createWire({ brakes, readPlaces, isOpen, isPresent }: WirePorts) {
  const { lanes, count } = createLanes()
  const types = new Map<SaleId, DocumentType>()
  const turns = createTurns()
  let keepsPlaceForRead = false
  let isClosed = false
  const taken = () => count('send') + count('read')
  const maySend = () =>
    count('send') < brakes.places() && taken() + Number(keepsPlaceForRead) < IN_FLIGHT_MAX
  const next = () => {
    if (isClosed || !isOpen() || brakes.places() === 0) return turns.turnAway(() => true)
    for (let turn = turns.first(); turn !== undefined && maySend(); turn = turns.first()) {
      turns.take()
      lanes.set(turn.saleId, 'send')
      turn.go(true)
    }
  }
  return {
    next,
    has: (saleId: SaleId) => lanes.has(saleId),
    isIdle: () => lanes.size === 0,
    /** Under way to the service, or about to be. */
    sendings: () => count('claim') + count('send'),
    isSettled: (saleId: SaleId) => lanes.get(saleId) === 'settled',
    isSearching: () => count('search') > 0,
    /**
     * Enough wait for their turn that the wire is busy for a while, whenever the disk hears of what
     * is new.
     */
    isWellAhead: () => turns.count() >= IN_FLIGHT_MAX,
    /** There is no point in looking for more while nothing of it could go. */
    wantsMore: () => taken() < IN_FLIGHT_MAX || count('claim') <= AHEAD_ENOUGH,
    /**
     * Room for one more that starts like this. A read that finds the wire full has the next place
     * kept for it.
     */
    hasRoom(lane: Lane): boolean {
      if (lane === 'search') return count('search') === 0 && readPlaces() > 0
      const places = brakes.places()
      if (lane === 'claim')
        return count('claim') + count('send') < (places > 1 ? IN_FLIGHT_MAX + AHEAD_MAX : places)
      if (count('read') >= Math.min(brakes.isCrowded() ? 1 : IN_FLIGHT_MAX, readPlaces()))
        return false
      keepsPlaceForRead = taken() >= IN_FLIGHT_MAX
      return !keepsPlaceForRead
    },
    freeKeptPlace() {
      keepsPlaceForRead = false
    },
    enter({ saleId, documentType }: DueRow, lane: Lane) {
      lanes.set(saleId, lane)
      types.set(saleId, documentType)
    },
    leave(saleId: SaleId) {
      lanes.delete(saleId)
      types.delete(saleId)
    },
    /** Resolves when it is this receipt's turn; with false when it must not go now. */
    turn(saleId: SaleId): Promise<boolean> {
      return new Promise((go) => {
        const documentType = types.get(saleId)
        if (documentType === undefined) return go(false)
        // However its visit began: while it waits it takes no place on the wire.
        lanes.set(saleId, 'claim')
        turns.add({ saleId, documentType, go })
        next()
      })
    },
    /**
     * The answer is in. With a long queue the place of what is done is another's; otherwise its
     * paper comes next.
     */
    answered(saleId: SaleId, isDone: boolean) {
      if (lanes.has(saleId))
        lanes.set(saleId, isDone && brakes.isCrowded() && !isPresent(saleId) ? 'settled' : 'read')
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
