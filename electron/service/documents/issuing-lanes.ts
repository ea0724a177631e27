/**
 * Group commit of documents: those of one company and type that wait at the same moment are
 * numbered and signed ahead, from the folio their range is expected to give next, and stored with
 * one COMMIT, only if it does. So nothing is locked while they are signed, and any number of
 * processes may do it on one database: whoever comes too late looks again and signs again.
 */
import type { ExpectedRange, FolioRange } from '../folios/allocate.ts'
import type { IssueBatch, IssueOutcome } from '../storage/storage.ts'
import type { DocumentRow, ReceiptPageRow } from '../storage/tables.ts'
import type { AcceptedDocument } from './validate.ts'

/** Keeps a batch, and with it the longest wait of a request, short. */
export const DOCUMENTS_PER_BATCH_MAX = 64
/** After so many batches that came too late each document takes its folio by itself. */
const MOVES_MAX = 20
/** For so long after a batch came too late the lane waits for its turn among the processes. */
const CONTENDED_MS = 2_000
/**
 * For so long after a turn was waited for in vain nobody waits for one: a process that hangs, or a
 * machine that lost its power, may keep its turn for hours.
 */
const TURNLESS_MS = 5_000
/** A lane that has the turn and always something to do lets the others have it after so long. */
const TURN_MS = 15
/**
 * For this long a range is gone on with unseen; then it is looked up, as an earlier one may have
 * been added.
 */
const RANGE_IN_USE_MS = 1_000
const LANES_MAX = 1_000
/** To sign in a thread of the pool takes half as much processor time again: not for a few. */
const SIGNED_HERE_MAX = 8

/** A document before it has a folio. */
export interface NewDocument {
  readonly accepted: AcceptedDocument
  readonly row: DocumentRow
  /** Its public page, when it is to have one. */
  readonly page: ReceiptPageRow | null
  /** Its branch, where that has ranges of its own. */
  readonly branch: number | null
}

/** The lane's turn among the processes. */
export interface LaneTurn {
  /** The first range in use as it is stored since the turn is held; null when there is none. */
  readonly expected: ExpectedRange | null
  readonly giveBack: () => void
}

/** What the lanes need of the service around them. */
export interface LaneWork {
  readonly now: () => number
  readonly today: (document: NewDocument) => string
  /** The first range in use, as it is stored; null when there is none. */
  readonly look: (document: NewDocument, today: string) => Promise<ExpectedRange | null>
  /** The document with this folio of this range, and its stamp. */
  readonly sign: (
    document: NewDocument,
    range: FolioRange,
    folio: number,
    isOneOfMany: boolean,
  ) => Promise<DocumentRow>
  readonly store: (batch: IssueBatch) => Promise<IssueOutcome>
  /** After a batch, before it is answered. Never fails. */
  readonly stored: (range: FolioRange, last: DocumentRow, isLowAnnounced: boolean) => Promise<void>
  /** One document in a transaction of its own, with or without a folio; null: reference taken. */
  readonly storeAlone: (document: NewDocument) => Promise<DocumentRow | null>
  /**
   * Waits until no other process has the turn in this lane, and looks. Null when it took too long:
   * it spares work and decides nothing. Itself null where no other process is.
   */
  readonly turn: ((document: NewDocument, today: string) => Promise<LaneTurn | null>) | null
  /** Whether asking again, one by one, is of no use. */
  readonly isAway: (error: unknown) => boolean
}

interface Waiting extends NewDocument {
  readonly resolve: (row: DocumentRow | null) => void
  readonly reject: (error: unknown) => void
}

export class IssuingLanes {
  readonly #work: LaneWork
  readonly #lanes = new Map<string, Lane>()

  constructor(work: LaneWork) {
    this.#work = work
  }

  /** Answers the row as it is stored, or null when its reference is taken. */
  issue(document: NewDocument): Promise<DocumentRow | null> {
    const { company_id: companyId, document_code: documentCode } = document.row
    const key = `${companyId}:${documentCode}:${document.branch ?? ''}`
    const lane = this.#lanes.get(key) ?? this.#open(key)
    return new Promise((resolve, reject) => lane.add({ ...document, resolve, reject }))
  }

  #open(key: string): Lane {
    if (this.#lanes.size >= LANES_MAX)
      for (const [other, lane] of this.#lanes) if (lane.isIdle()) this.#lanes.delete(other)
    const lane = new Lane(this.#work)
    this.#lanes.set(key, lane)
    return lane
  }
}

/** The documents of one company and type, batch after batch. */
class Lane {
  readonly #work: LaneWork
  #waiting: Waiting[] = []
  #isDraining = false
  #expected: ExpectedRange | null = null
  #lookAgainAt = 0
  #contendedUntil = 0
  #turnlessUntil = 0
  /** Batches that came too late since the last that did not. */
  #moves = 0

  constructor(work: LaneWork) {
    this.#work = work
  }

  isIdle(): boolean {
    return !this.#isDraining
  }

  add(job: Waiting): void {
    this.#waiting.push(job)
    if (this.#isDraining) return
    this.#isDraining = true
    // The end of this turn of the event loop, when every request read from the sockets is here.
    setImmediate(() => void this.#drain())
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const turn = await this.#turn(this.#waiting[0] as Waiting)
      const endsAt = this.#work.now() + TURN_MS
      do await this.#issueNext()
      while (this.#waiting.length > 0 && turn !== null && this.#work.now() < endsAt)
      turn?.giveBack()
    }
    this.#isDraining = false
  }

  #isContended(): boolean {
    return this.#work.turn !== null && this.#work.now() < this.#contendedUntil
  }

  async #turn(document: NewDocument): Promise<LaneTurn | null> {
    if (this.#work.turn === null || !this.#isContended()) return null
    if (this.#work.now() < this.#turnlessUntil) return null
    const today = this.#work.today(document)
    const turn = await this.#work.turn(document, today).catch(() => null)
    if (turn === null) this.#turnlessUntil = this.#work.now() + TURNLESS_MS
    // Others went on meanwhile.
    this.#expected = turn?.expected ?? null
    this.#lookAgainAt = this.#work.now() + RANGE_IN_USE_MS
    return turn
  }

  async #issueNext(): Promise<void> {
    const { batch, later } = apart(this.#waiting)
    this.#waiting = later
    try {
      await this.#issue(batch)
    } catch (error) {
      this.#expected = null
      if (batch.length === 1 || this.#work.isAway(error)) for (const job of batch) job.reject(error)
      // Whatever is wrong with one of them is its own.
      else await this.#each(batch)
    }
  }

  /** Answers them or puts them back in front, or throws before any is answered. */
  async #issue(jobs: readonly Waiting[]): Promise<void> {
    let open = jobs
    while (open.length > 0) {
      const today = this.#work.today(open[0] as Waiting)
      const expected = await this.#inUse(open[0] as Waiting, today)
      if (expected === null || this.#moves === MOVES_MAX) return this.#each(open)
      const { range, nextFolio } = expected
      const fitting = open.slice(0, range.lastFolio - nextFolio + 1)
      const rows = await this.#sign(fitting, expected)
      const pages = fitting.flatMap(({ page }) => page ?? [])
      const { branch } = open[0] as Waiting
      const place = { rangeId: range.id, firstFolio: nextFolio, today, branch }
      const isContended = this.#isContended()
      const outcome = await this.#work.store({ ...place, rows, pages, isContended })
      if (outcome.kind === 'STORED') {
        const last = rows.at(-1) as DocumentRow
        const isEmpty = last.number === range.lastFolio
        this.#expected = isEmpty ? null : { range, nextFolio: nextFolio + rows.length }
        this.#moves = 0
        // Heard below; it may fail before.
        outcome.onDisk.catch(() => {})
        await this.#work.stored(range, last, outcome.isLowAnnounced)
        outcome.onDisk.then(
          () => fitting.forEach((job, index) => job.resolve(rows[index] ?? null)),
          (error: unknown) => fitting.forEach((job) => job.reject(error)),
        )
        // A range that ended in between leaves the rest to the next one.
        this.#waiting.unshift(...open.slice(fitting.length))
        return
      }
      if (outcome.kind === 'REFERENCES_TAKEN') {
        const isTaken = ({ row }: Waiting) =>
          row.external_reference !== null && outcome.references.has(row.external_reference)
        const taken = open.filter(isTaken)
        // A database that keeps one as another would be asked the same without an end.
        if (taken.length === 0) return this.#each(open)
        for (const job of taken) job.resolve(null)
        open = open.filter((job) => !isTaken(job))
      } else {
        this.#expected = null
        this.#moves += 1
        this.#contendedUntil = this.#work.now() + CONTENDED_MS
        this.#waiting.unshift(...open)
        return
      }
    }
  }

  async #inUse(document: NewDocument, today: string): Promise<ExpectedRange | null> {
    const now = this.#work.now()
    const isFresh = now < this.#lookAgainAt && this.#lookAgainAt - now <= RANGE_IN_USE_MS
    if (this.#expected === null || !isFresh) {
      this.#expected = await this.#work.look(document, today)
      this.#lookAgainAt = now + RANGE_IN_USE_MS
    }
    return this.#expected
  }

  #sign(jobs: readonly Waiting[], { range, nextFolio }: ExpectedRange) {
    const isOneOfMany = jobs.length > SIGNED_HERE_MAX
    return Promise.all(
      jobs.map((job, index) => this.#work.sign(job, range, nextFolio + index, isOneOfMany)),
    )
  }

  async #each(jobs: readonly Waiting[]): Promise<void> {
    this.#moves = 0
    for (const [at, job] of jobs.entries())
      try {
        job.resolve(await this.#work.storeAlone(job))
      } catch (error) {
        job.reject(error)
        if (!this.#work.isAway(error)) continue
        // What hangs would hang for each of them again, and all that wait behind them with it.
        for (const left of jobs.slice(at + 1)) left.reject(error)
        return
      }
  }
}

/**
 * The next batch: of those with the same reference the first, for whether it is stored decides
 * about the others.
 */
function apart(waiting: readonly Waiting[]): { batch: Waiting[]; later: Waiting[] } {
  const references = new Set<string>()
  const [batch, later]: [Waiting[], Waiting[]] = [[], []]
  for (const job of waiting) {
    const reference = job.row.external_reference
    const isSecond = reference !== null && references.has(reference)
    if (isSecond || batch.length === DOCUMENTS_PER_BATCH_MAX) later.push(job)
    else batch.push(job)
    if (reference !== null) references.add(reference)
  }
  return { batch, later }
}
