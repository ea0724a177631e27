import type { Kysely } from 'kysely'
import type { Clock, CompanyId } from '../core/ports.ts'
import type { Storage } from '../storage/storage.ts'
import type { CompanyRow, Tables } from '../storage/tables.ts'

/** A company with what issuing asks about it. */
export interface KnownCompany {
  readonly row: CompanyRow
  /** End of its last certificate; 0 without one. */
  readonly certifiedUntilMs: number
  /** Which have ranges of folios of their own. */
  readonly branches: ReadonlySet<number>
}

/** What another process changes about a company counts here within this time. */
const COMPANY_CACHE_MS = 1_000
const COMPANIES_MAX = 1_000

interface Cached {
  readonly companies: readonly KnownCompany[]
  readonly until: number
}

/**
 * Companies by id and by tax number, remembered for a moment: every document asks for the same few.
 */
export class CompanyDirectory {
  readonly #storage: Storage
  readonly #clock: Clock
  readonly #cache = new Map<string, Cached>()

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage
    this.#clock = clock
  }

  async byId(id: CompanyId): Promise<KnownCompany | null> {
    const [company] = await this.#cached(`id:${id}`, () => this.#load('id', [id]))
    return company ?? null
  }

  /** Companies of any country whose tax number is one of these spellings. */
  byNumber(spellings: readonly string[]): Promise<readonly KnownCompany[]> {
    return this.#cached(`number:${spellings.join()}`, () =>
      this.#load('document_number', spellings),
    )
  }

  forget(): void {
    this.#cache.clear()
  }

  async #cached(
    key: string,
    load: () => Promise<readonly KnownCompany[]>,
  ): Promise<readonly KnownCompany[]> {
    const now = this.#clock.now()
    const cached = this.#cache.get(key)
    if (cached !== undefined && now < cached.until && cached.until - now <= COMPANY_CACHE_MS)
      return cached.companies
    const companies = await load()
    if (this.#cache.size >= COMPANIES_MAX) this.#cache.clear()
    this.#cache.set(key, { companies, until: now + COMPANY_CACHE_MS })
    return companies
  }

  async #load(
    column: 'id' | 'document_number',
    values: readonly string[],
  ): Promise<readonly KnownCompany[]> {
    const rows = await this.#storage.read
      .selectFrom('companies')
      .selectAll()
      .where(column, 'in', values as readonly CompanyId[])
      .execute()
    return Promise.all(
      rows.map(async (row) => {
        const { until } = await this.#storage.read
          .selectFrom('certificates')
          .select((eb) => eb.fn.max('expires_at_ms').as('until'))
          .where('company_id', '=', row.id)
          .executeTakeFirstOrThrow()
        const branches = await branchesOf(this.#storage.read, row.id)
        return { row, certifiedUntilMs: Number(until ?? 0), branches }
      }),
    )
  }
}

/** Which branches have a range of their own in use. */
async function branchesOf(db: Kysely<Tables>, companyId: CompanyId): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('folio_ranges')
    .select('branch_office')
    .distinct()
    .where('company_id', '=', companyId)
    .where('status', '=', 'ACT')
    .where('branch_office', 'is not', null)
    .execute()
  return new Set(rows.map(({ branch_office: branch }) => Number(branch)))
}
