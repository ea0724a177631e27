/** The rows of the contract about lists: who may, and what stands in the log. */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { ImportDone } from '#shared/bridge/goods-import.ts'
import type { Refusal } from '#shared/core/refusals.ts'
import { ok, type Result } from '#shared/core/result.ts'
import type { Approvals } from '../../staff/approvals.ts'
import type { Store } from '../../store.ts'

export type ImportCommandName =
  | 'importing'
  | 'sendImport'
  | 'arrangeImport'
  | 'importRows'
  | 'acceptImport'
  | 'cancelImport'

const endOf = ({ wasStopped }: ImportDone) => (wasStopped ? 'detenida' : 'terminada')

export function importCommands(
  approvals: Approvals,
  { db, journal, staff, importing }: Pick<Store, 'db' | 'journal' | 'staff' | 'importing'>,
): Pick<TillApi, ImportCommandName> {
  const permission = () => approvals.allow({ right: 'editCatalogue', subject: null }, null)
  const allowed = <Value>(work: () => Result<Value, Refusal>): Result<Value, Refusal> => {
    const given = permission()
    return given.ok ? work() : given
  }
  return {
    importing: () => allowed(() => ok(importing.view())),
    sendImport: (input) => allowed(() => importing.receive(input)),
    arrangeImport: (input) => allowed(() => importing.arrange(input)),
    async importRows(input) {
      const given = permission()
      return given.ok ? importing.rows(input) : given
    },
    acceptImport({ importId }) {
      const given = permission()
      if (!given.ok) return given
      const { actor } = given.value
      const name = importing.view()?.name ?? ''
      const counted = (created: number, changed: number) =>
        `: ${created} nuevos, ${changed} cambiados`
      const note = (what: string) =>
        staff.audit.write({
          action: 'goods-imported',
          staff: actor,
          detail: { what: `${name}, ${what}` },
        })
      const accepted = importing.accept(importId, (done) => {
        const end = db.transaction(() => {
          note(done === null ? 'interrumpida' : endOf(done) + counted(done.created, done.changed))
          journal.append('catalogue', null, { imported: importId })
          journal.append('settings', null, { changed: 'categories' })
        })
        end.immediate()
        journal.publish()
      })
      if (!accepted.ok) return accepted
      const { counts } = accepted.value
      note(`aceptada${counted(counts?.new ?? 0, counts?.changed ?? 0)}`)
      return ok(null)
    },
    cancelImport: ({ importId }) => allowed(() => importing.cancel(importId)),
  }
}
