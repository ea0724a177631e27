/**
 * Reads the list of the folio ranges: the company's id once, then the list of its active ranges.
 * Reads only.
 */
import { field, parseJson } from '#shared/issuing/classify.ts'
import { readRanges } from '#shared/issuing/recovery.ts'
import type { Clock, HttpOutcome } from '../../kernel/ports.ts'
import type { KnownFolios } from '../outbox/known-folios.ts'
import type { RecoveryClient } from './service-client.ts'

/** How old the list may be before a healthy connection asks again. */
const LIST_AGE_MS_MAX = 900_000
/** A failed reading is not repeated at once. */
const FAILED_WAIT_MS = 60_000

export interface FolioReader {
  /** Reads the ranges now. False when the service did not list them. */
  refresh(signal: AbortSignal): Promise<boolean>
  /** Reads them if the last list is old. */
  keepFresh(signal: AbortSignal): Promise<void>
  /** Which of the service's companies is ours; null when it does not say. */
  companyId(signal: AbortSignal): Promise<string | null>
}

interface FolioReaderPorts {
  readonly client: RecoveryClient
  readonly folios: KnownFolios
  readonly clock: Clock
  readonly serviceId: () => string
  readonly issuerRut: () => string
  readonly onRangesRead: () => void
  /** Of which branch this till is. */
  readonly branchOffice?: () => number
  /** As the settings name it; without it the service is asked which company is ours. */
  readonly companyId?: () => string | null
}

export function createFolioReader(ports: FolioReaderPorts): FolioReader {
  const { client, folios, clock, serviceId } = ports
  let company: { readonly serviceId: string; readonly rut: string; readonly id: string } | null =
    null
  let nextAtMs = 0
  let askedFor: string | null = null

  const companyId = async (signal: AbortSignal): Promise<string | null> => {
    const named = ports.companyId?.() ?? null
    if (named !== null) return named
    const rut = ports.issuerRut()
    if (company?.serviceId === serviceId() && company.rut === rut) return company.id
    const id = findCompany(await client.companies(signal), rut)
    company = id === null ? null : { serviceId: serviceId(), rut, id }
    return id
  }
  const refresh = async (signal: AbortSignal): Promise<boolean> => {
    const asked = serviceId()
    const id = await companyId(signal)
    if (id === null) return false
    let answer = await client.folioRanges(id, true, signal)
    if (answer.kind === 'answered' && (answer.status === 400 || answer.status === 422))
      answer = await client.folioRanges(id, false, signal)
    const ranges =
      answer.kind === 'answered' && answer.status === 200
        ? readRanges(answer.bodyText, ports.branchOffice?.())
        : null
    if (ranges === null || asked !== serviceId() || signal.aborted) return false
    folios.saveRanges(asked, ranges, clock.now())
    nextAtMs = clock.monotonicMs() + LIST_AGE_MS_MAX
    ports.onRangesRead()
    return true
  }

  return {
    refresh,
    companyId,
    async keepFresh(signal) {
      if (askedFor === serviceId() && clock.monotonicMs() < nextAtMs) return
      askedFor = serviceId()
      nextAtMs = clock.monotonicMs() + FAILED_WAIT_MS
      await refresh(signal)
    },
  }
}

const COMPANIES_MAX = 1_000

/**
 * The list's shape is not part of the contract: the entry that carries our RUT anywhere is ours; a
 * lone one is too.
 */
function findCompany(outcome: HttpOutcome, rut: string): string | null {
  if (outcome.kind !== 'answered' || outcome.status !== 200) return null
  const body = parseJson(outcome.bodyText)
  const listed: unknown = Array.isArray(body) ? body : field(body, 'data')
  if (!Array.isArray(listed)) return null
  const entries = listed as readonly unknown[]
  const bare = (text: string) => text.replace(/[.\s-]/g, '').toUpperCase()
  const ours = entries
    .slice(0, COMPANIES_MAX)
    .find(
      (entry: unknown) =>
        typeof entry === 'object' &&
        entry !== null &&
        Object.values(entry).some(
          (value) => typeof value === 'string' && bare(value) === bare(rut),
        ),
    )
  const id = field(ours ?? (entries.length === 1 ? entries[0] : undefined), 'id')
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null
}
