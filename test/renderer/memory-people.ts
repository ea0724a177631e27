/** What a till in memory knows of people: one customer with two receipts, who can be erased. */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { PersonView } from '#shared/customers/people-views.ts'
import type { EpochMs, IsoDate } from '#shared/core/brand.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { NO_TEXTS } from '#shared/customers/decide-customer.ts'
import { clp } from '#shared/money/clp.ts'
import { DEFAULT_RETENTION, keptUntil, retentionProblem } from '#shared/customers/retention.ts'
import { parseRut } from '#shared/rut/rut.ts'
import { NOON } from '../support/manual-clock.ts'

export type PeopleApi = Pick<
  TillApi,
  'peopleData' | 'saveRetention' | 'findPerson' | 'correctPerson' | 'exportPerson' | 'erasePerson'
>

export const KNOWN_RUT = '12345678-5'

export function createMemoryPeople(): PeopleApi {
  const now = () => NOON
  let retention = DEFAULT_RETENTION
  let customer: PersonView['customer'] = {
    ...NO_TEXTS,
    legalName: 'Rosa Muñoz',
    phone: '+56 9 8765 4321',
    email: 'rosa@correo.cl',
    lastSoldAt: now(),
  }
  const nothing: PersonView = {
    rut: '',
    customer: null,
    documents: { count: 0, waitingCount: 0, keptUntil: null, newest: [] },
    isInOpenSale: false,
    parkedCount: 0,
    attemptCount: 0,
    pictureCount: 0,
    pdfCount: 0,
    backupCount: 2,
    newestBackupAt: now(),
    quarantineCount: 0,
    erasedAt: null,
  }
  let erasedAt: EpochMs | null = null
  const view = (rut: string): PersonView => {
    if (rut !== KNOWN_RUT) return { ...nothing, rut }
    const date = '2026-11-20' as IsoDate
    const newest = [1041, 1040].map((folio) => ({
      documentType: '39' as const,
      folio,
      date,
      totalClp: clp(5_400_000),
      keptUntil: keptUntil(date),
    }))
    const isThere = customer !== null
    return {
      ...nothing,
      rut,
      customer,
      erasedAt,
      documents: { count: 2, waitingCount: 0, keptUntil: keptUntil(date), newest },
      attemptCount: isThere ? 4 : 0,
      pictureCount: isThere ? 2 : 0,
      parkedCount: isThere ? 1 : 0,
      pdfCount: 2,
    }
  }
  const data = () =>
    ok({ retention, lastRun: null, backupsCount: 2, oldestBackupAt: now(), quarantineCount: 0 })
  const found = <Value>(text: string, answer: (rut: string) => Value) => {
    const rut = parseRut(text)
    return rut.ok ? ok(answer(rut.value)) : refuse(refusal(rut.refusal, 'rut'))
  }
  return {
    peopleData: data,
    saveRetention(input) {
      const problem = retentionProblem(input)
      if (problem !== null) return refuse(problem)
      retention = input
      return data()
    },
    findPerson: async ({ rut }) => found(rut, view),
    correctPerson: async ({ rut, legalName, phone, email }) =>
      found(rut, (known) => {
        if (customer !== null) customer = { ...customer, legalName, phone, email }
        return view(known)
      }),
    exportPerson: async ({ rut }) =>
      found(rut, () => ({ fileName: 'datos-personales.json', text: '{}\n' })),
    erasePerson: async ({ rut }) =>
      found(rut, (known) => {
        customer = null
        erasedAt = now()
        const removed = { customers: 1, parked: 1, attempts: 4, pictures: 2, logLines: 0 }
        return { removed, laterCount: 0, person: view(known) }
      }),
  }
}
