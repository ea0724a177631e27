/**
 * Who the shop is, as the service tells it: the key's own company, and what the tax authority knows
 * of its RUT. Only offered: whoever owns the shop reads it through and saves it, or types.
 */
import type { TillApi } from '#shared/bridge/contract.ts'
import { ok } from '#shared/core/result.ts'
import { parseRut } from '#shared/rut/rut.ts'
import { companiesOf } from '#shared/issuing/service-answer.ts'
import { askForTaxpayer } from '../customers/taxpayer-lookup.ts'
import type { HttpPort } from '../kernel/ports.ts'
import { SHOP_CHARS_MAX } from '../settings/check-settings.ts'

const TIMEOUT_MS = 4_000

interface OwnCompanyPorts {
  readonly http: HttpPort
  readonly hasService: () => boolean
  readonly signal: AbortSignal
}

export function createOwnCompany({
  http,
  hasService,
  signal,
}: OwnCompanyPorts): TillApi['ownCompany'] {
  /** The contract promises no list of companies: where none can be read the RUT is typed. */
  const askForList = async () => {
    const path = '/api/companies'
    return companiesOf(
      await http.exchange({ method: 'GET', path, body: null, timeoutMs: TIMEOUT_MS }, signal),
    )
  }
  const nobody = { rut: null, companies: [] } as const
  return async ({ rut: typed }) => {
    if (!hasService()) return ok({ ...nobody, taxpayer: { kind: 'unavailable' } })
    const given = typed === null ? null : parseRut(typed)
    if (given?.ok === false) return ok({ ...nobody, taxpayer: { kind: 'unknown' } })
    const told = given === null ? await askForList() : { only: given.value, listed: [] }
    const { only: rut, listed: companies } = told
    if (rut === null) return ok({ rut, companies, taxpayer: { kind: 'unknown' } })
    const taxpayer = await askForTaxpayer(http, rut, SHOP_CHARS_MAX, signal)
    return ok({ rut, companies, taxpayer })
  }
}
