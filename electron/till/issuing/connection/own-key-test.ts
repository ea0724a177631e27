/**
 * Whether what waits may go to the service of the settings. A key that was typed while the service
 * was away is tested by the till itself, in a shop that has issued there before.
 */
import type { Log } from '#shared/core/ports.ts'
import { nowOrInTurn } from '../../kernel/background.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import type { Clock } from '../../kernel/ports.ts'
import { fingerprintOf } from '../../settings/key-origin.ts'
import type { Purpose } from '../../settings/purpose.ts'
import { prepareHasIssued } from '../../settings/set-up.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Staff } from '../../staff/staff-ports.ts'
import type { ServiceLink } from '../service-link.ts'
import { createCompanyCheck } from './company-check.ts'

interface KeyStore {
  readonly db: TillDatabase
  readonly settings: Settings
  readonly purpose: Purpose
  readonly issuerRut: () => string
  readonly staff: Pick<Staff, 'audit'>
}

/** Who tests a key where no person has. */
const BY_ITSELF = { id: null, name: 'Mesón' }

export function createOwnKeyTest(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  { db, settings, purpose, issuerRut, staff }: KeyStore,
  { client, address }: Pick<ServiceLink, 'client' | 'address'>,
) {
  const hasIssuedAt = prepareHasIssued(db)
  const isTested = () => purpose === 'practice' || settings.isTested(address.current().baseUrl)
  const isOwed = () => !isTested() && !settings.isRefuted() && hasIssuedAt(address.id())
  const remember = () => {
    const { baseUrl } = address.current()
    if (baseUrl === null || !isOwed()) return
    const detail = { what: 'clave probada por la caja' }
    settings.rememberTest(baseUrl, () =>
      staff.audit.write({ action: 'service-tested', staff: BY_ITSELF, detail }),
    )
  }
  const check = createCompanyCheck({
    client,
    clock,
    isTested,
    rut: issuerRut,
    place: () => `${address.id()} ${fingerprintOf(address.current().apiKey) ?? ''}`,
    onOther: () => log('the service is for another company: nothing is sent there', {}),
    onOurs: () => nowOrInTurn(clock, remember),
  })
  return {
    ...check,
    testByItself: async (signal: AbortSignal) => isOwed() && check.confirm(signal),
  }
}
