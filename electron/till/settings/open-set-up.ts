/** Whether this till may sell, over the open store and the way to the service. */
import type { ServiceTest } from '#shared/issuing/service-answer.ts'
import type { HttpPort } from '../kernel/ports.ts'
import type { Staff } from '../staff/staff-ports.ts'
import { createSetUp, type SetUp, type SetUpPorts } from './set-up.ts'

interface SetUpStore extends Pick<SetUpPorts, 'db' | 'purpose' | 'settings'> {
  readonly staff: Pick<Staff, 'audit'>
}

interface ServiceWay {
  readonly address: SetUpPorts['address']
  readonly wire: HttpPort
  readonly connection: { check(): void }
  wake(): void
}

/** As the log says it. */
const TESTED: Readonly<Record<ServiceTest['company'] | 'other', string>> = {
  ours: 'empresa confirmada',
  unlisted: 'empresa no listada',
  unnamed: 'clave aceptada, tienda sin RUT',
  other: 'clave de otra empresa',
}

/** A test of the connection writes who made it, and lets go what waited for it. */
export function openSetUp(
  { db, purpose, settings, staff }: SetUpStore,
  { address, wire, connection, wake }: ServiceWay,
): SetUp {
  return createSetUp({
    db,
    purpose,
    settings,
    address,
    http: wire,
    note: ({ actor, approverName }, company) =>
      staff.audit.write({
        action: 'service-tested',
        staff: actor,
        approverName,
        detail: { what: TESTED[company] },
      }),
    onReady() {
      connection.check()
      wake()
    },
  })
}
