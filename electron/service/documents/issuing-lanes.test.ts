import fc from 'fast-check'
import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import type { ExpectedRange, FolioRange } from '../folios/allocate.ts'
import type { DocumentId, FolioRangeId } from '../core/ports.ts'
import type { IssueBatch, IssueOutcome } from '../storage/storage.ts'
import type { DocumentRow } from '../storage/tables.ts'
import {
  DOCUMENTS_PER_BATCH_MAX,
  IssuingLanes,
  type LaneTurn,
  type LaneWork,
  type NewDocument,
} from './issuing-lanes.ts'

const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 512 })
const POISON = 'poison'

class Away extends Error {}

/** What happens to a batch on its way: nothing, it never arrives, or only its answer is lost. */
type Fate = 'ARRIVES' | 'NEVER_ARRIVES' | 'ANSWER_IS_LOST'

/** One database and its ranges, as several processes see it. */
class OneDatabase {
  readonly rows: DocumentRow[] = []
  readonly batches: number[] = []
  readonly #ranges: readonly FolioRange[]
  readonly #next: Map<FolioRangeId, number>
  readonly #fates: Fate[]
  turns = 0
  #turn = Promise.resolve()

  constructor(sizes: readonly number[], fates: readonly Fate[] = []) {
    this.#ranges = sizes.map((size, index) => ({
      id: `r${index}` as FolioRangeId,
      firstFolio: index * 1_000 + 1,
      lastFolio: index * 1_000 + size,
      cafXml: '<CAF></CAF>',
      key,
      isTrial: 0,
    }))
    this.#next = new Map(this.#ranges.map(({ id, firstFolio }) => [id, firstFolio]))
    this.#fates = [...fates]
  }

  look(): ExpectedRange | null {
    const range = this.#ranges.find(({ id, lastFolio }) => this.#nextOf(id) <= lastFolio)
    return range === undefined ? null : { range, nextFolio: this.#nextOf(range.id) }
  }

  issue({ rangeId, firstFolio, rows }: IssueBatch): IssueOutcome {
    const fate = this.#fates.shift() ?? 'ARRIVES'
    if (fate === 'NEVER_ARRIVES') throw new Away()
    const outcome = this.#decide(rangeId, firstFolio, rows)
    if (fate === 'ANSWER_IS_LOST') throw new Away()
    return outcome
  }

  alone({ row }: NewDocument): DocumentRow | null {
    if (row.body === POISON) throw new Error(POISON)
    if (this.#isTaken(row.external_reference)) return null
    const place = this.look()
    if (place !== null) this.#next.set(place.range.id, place.nextFolio + 1)
    const stored = { ...row, number: place?.nextFolio ?? null }
    this.rows.push(stored)
    return stored
  }

  /** As those of a database: one after the other, and now and then it takes too long. */
  async turn(): Promise<LaneTurn | null> {
    this.turns += 1
    if (this.turns % 4 === 0) return null
    const before = this.#turn
    const held = Promise.withResolvers<void>()
    this.#turn = held.promise
    await before
    return { expected: this.look(), giveBack: held.resolve }
  }

  #decide(id: FolioRangeId, firstFolio: number, rows: readonly DocumentRow[]): IssueOutcome {
    if (rows.some((row) => row.body === POISON)) throw new Error(POISON)
    const taken = rows.flatMap(({ external_reference: reference }) =>
      reference !== null && this.#isTaken(reference) ? [reference] : [],
    )
    if (taken.length > 0) return { kind: 'REFERENCES_TAKEN', references: new Set(taken) }
    const range = this.#ranges.find((one) => one.id === id)
    const left = (range?.lastFolio ?? 0) - firstFolio + 1
    if (this.#nextOf(id) !== firstFolio || rows.length > left) return { kind: 'FOLIOS_MOVED' }
    this.#next.set(id, firstFolio + rows.length)
    this.batches.push(rows.length)
    this.rows.push(...rows)
    return { kind: 'STORED', isLowAnnounced: false, onDisk: Promise.resolve() }
  }

  #isTaken(reference: string | null): boolean {
    return reference !== null && this.rows.some((row) => row.external_reference === reference)
  }

  #nextOf(id: FolioRangeId): number {
    return this.#next.get(id) ?? 0
  }
}

/** A process on the database; `pass` says what stands between it and each of its answers. */
function processOn(database: OneDatabase, pass: () => Promise<void>): IssuingLanes {
  return new IssuingLanes(workOn(database, pass))
}

function workOn(database: OneDatabase, pass: () => Promise<void>): LaneWork {
  const after =
    <Given extends unknown[], Value>(act: (...given: Given) => Value) =>
    async (...given: Given) => {
      await pass()
      const value = act(...given)
      await pass()
      return value
    }
  return {
    now: () => 0,
    today: () => '2026-11-20',
    look: after(() => database.look()),
    sign: async ({ row }, _range, folio) => {
      await pass()
      return { ...row, number: folio, ted_xml: `<F>${folio}</F>` }
    },
    store: after((batch) => database.issue(batch)),
    stored: () => Promise.resolve(),
    storeAlone: after((document) => database.alone(document)),
    turn: () => database.turn(),
    isAway: (error) => error instanceof Away,
  }
}

let documents = 0

function newDocument(reference: string | null, body = ''): NewDocument {
  documents += 1
  const row = { id: `d${documents}` as DocumentId, external_reference: reference, body }
  return {
    row: row as DocumentRow,
    page: null,
    branch: null,
    accepted: {} as NewDocument['accepted'],
  }
}

const order = fc.record({
  process: fc.nat(2),
  reference: fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j')),
  isPoison: fc.nat(9).map((dice) => dice === 0),
})
const fate = fc.constantFrom<Fate>(
  'ARRIVES',
  'ARRIVES',
  'ARRIVES',
  'NEVER_ARRIVES',
  'ANSWER_IS_LOST',
)

it('three processes leave no folio out and take no reference twice, whatever fails between them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(order, { minLength: 1, maxLength: 30 }),
      fc.array(fate, { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 3 }),
      async (scheduler, orders, fates, sizes) => {
        const database = new OneDatabase(sizes, fates)
        const pass = () => scheduler.schedule(Promise.resolve())
        const processes = [0, 1, 2].map(() => processOn(database, pass))
        const answered = Promise.allSettled(
          orders.map(async ({ process, reference, isPoison }) => {
            const document = newDocument(reference, isPoison ? POISON : '')
            await pass()
            const row = await processes[process]?.issue(document)
            return { document, row }
          }),
        )
        await scheduler.waitFor(answered)
        for (const answer of await answered) {
          if (answer.status === 'rejected')
            expect(answer.reason).toSatisfy(
              (reason: Error) => reason instanceof Away || reason.message === POISON,
            )
          else if (answer.value.row === null)
            expect(database.rows.map((row) => row.external_reference)).toContain(
              answer.value.document.row.external_reference,
            )
          else
            expect(database.rows.find((row) => row.id === answer.value.document.row.id)).toEqual(
              answer.value.row,
            )
        }
        expectNoFolioLeftOut(database, sizes)
        const references = database.rows.flatMap((row) => row.external_reference ?? [])
        expect(new Set(references).size).toBe(references.length)
        expect(new Set(database.rows.map(({ id }) => id)).size).toBe(database.rows.length)
      },
    ),
    { numRuns: 300 },
  )
})

/** All ranges in turn, each from its first folio on. */
function expectNoFolioLeftOut({ rows }: OneDatabase, sizes: readonly number[]): void {
  const all = sizes.flatMap((size, index) =>
    Array.from({ length: size }, (_, at) => index * 1_000 + 1 + at),
  )
  const folios = rows.flatMap(({ number }) => number ?? []).toSorted((a, b) => a - b)
  expect(folios).toEqual(all.slice(0, folios.length))
  if (folios.length < rows.length) expect(folios).toHaveLength(all.length)
}

it('documents that wait together share one COMMIT, and no more than fit one', async () => {
  const database = new OneDatabase([500])
  const lanes = processOn(database, () => Promise.resolve())
  const count = DOCUMENTS_PER_BATCH_MAX + 10
  const rows = await Promise.all(
    Array.from({ length: count }, (_, index) => lanes.issue(newDocument(`R-${index}`))),
  )
  expect(rows.map((row) => row?.number)).toEqual(Array.from({ length: count }, (_, at) => at + 1))
  expect(database.batches).toEqual([DOCUMENTS_PER_BATCH_MAX, 10])
})

it('a document that cannot be stored fails alone', async () => {
  const database = new OneDatabase([500])
  const lanes = processOn(database, () => Promise.resolve())
  const answers = await Promise.allSettled(
    ['', POISON, ''].map((body, index) => lanes.issue(newDocument(`R-${index}`, body))),
  )
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(database.rows.map(({ number }) => number)).toEqual([1, 2])
})

it('a batch that is refused for a reference nobody in it has is stored one by one, and asked once', async () => {
  const database = new OneDatabase([500])
  let asked = 0
  const lanes = new IssuingLanes({
    ...workOn(database, () => Promise.resolve()),
    store: () => {
      asked += 1
      if (asked > 10) throw new Error('asked without an end')
      return Promise.resolve({ kind: 'REFERENCES_TAKEN', references: new Set(['kept']) })
    },
  })
  const rows = await Promise.all(['a', 'b'].map((name) => lanes.issue(newDocument(name))))
  expect(rows.map((row) => row?.number)).toEqual([1, 2])
  expect(asked).toBe(1)
})

it('a database that goes away while each is stored alone is asked no more', async () => {
  const database = new OneDatabase([])
  let asked = 0
  const lanes = new IssuingLanes({
    ...workOn(database, () => Promise.resolve()),
    storeAlone: () => {
      asked += 1
      return Promise.reject(new Away())
    },
  })
  const answers = await Promise.allSettled(
    Array.from({ length: 5 }, (_, index) => lanes.issue(newDocument(`R-${index}`))),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 'rejected'))
  expect(asked).toBe(1)
})

it('a turn that a process keeps which hangs is not waited for with each document', async () => {
  const database = new OneDatabase([500])
  let [turns, now] = [0, 0]
  const lanes = new IssuingLanes({
    ...workOn(database, () => Promise.resolve()),
    now: () => now,
    turn: () => {
      turns += 1
      return Promise.resolve(null)
    },
  })
  const issueBesideOthers = async () => {
    for (let count = 0; count < 5; count += 1) {
      await lanes.issue(newDocument(null))
      database.alone(newDocument(null))
    }
  }
  await issueBesideOthers()
  expect(turns).toBe(1)
  now += 60_000
  await issueBesideOthers()
  expect(turns).toBe(2)
  expectNoFolioLeftOut(database, [500])
})

it('a process that is alone looks its range up once after somebody moved it, not with each document', async () => {
  const database = new OneDatabase([500])
  const work = { ...workOn(database, () => Promise.resolve()), turn: null }
  let looks = 0
  const look = (...asked: Parameters<LaneWork['look']>) => {
    looks += 1
    return work.look(...asked)
  }
  const lanes = new IssuingLanes({ ...work, look })
  await lanes.issue(newDocument('before'))
  // A document that waited for its folio takes one in a transaction of its own.
  database.alone(newDocument('beside'))
  for (let count = 0; count < 5; count += 1) await lanes.issue(newDocument(`after-${count}`))
  expect(database.rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(looks).toBe(2)
})
