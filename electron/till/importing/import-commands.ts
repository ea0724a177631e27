/** The rows of the contract about lists: who may, and what stands in the log. */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { ImportDone, ImportList } from '#shared/importing/importing.ts'
import type { ImportField } from '#shared/catalogue/import/columns.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { Approvals } from '../staff/approvals.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'
import type { Staff } from '../staff/staff-ports.ts'
import type { ImportDesk } from './import-desk.ts'

/** Whoever keeps a list by hand may bring one. */
const RIGHT_OF = { goods: 'editCatalogue', customers: 'customers' } as const

const COUNTS = ['stock', 'lowStock'] as const satisfies readonly ImportField[]

type ImportCommandName =
  | 'importing'
  | 'sendImport'
  | 'arrangeImport'
  | 'importRows'
  | 'acceptImport'
  | 'cancelImport'

const endOf = ({ wasStopped }: ImportDone) => (wasStopped ? 'detenida' : 'terminada')

interface ImportParts {
  readonly db: TillDatabase
  readonly journal: Journal
  readonly staff: Staff
  readonly importing: ImportDesk
}

export function importCommands(
  approvals: Approvals,
  { db, journal, staff, importing }: ImportParts,
): Pick<TillApi, ImportCommandName> {
  const permission = (list: ImportList = importing.view()?.list ?? 'goods') =>
    approvals.allow({ right: RIGHT_OF[list], subject: null }, null)
  const allowed = <Value>(work: () => Result<Value, Refusal>): Result<Value, Refusal> => {
    const given = permission()
    return given.ok ? work() : given
  }
  /** Counts are who may count's; whose prices somebody pays, who keeps the lists of prices'. */
  const alsoAllowed = (hasCounts: boolean, hasLists: boolean): Result<unknown, Refusal> => {
    const counting = hasCounts ? approvals.allow({ right: 'stock', subject: null }, null) : null
    if (counting?.ok === false || !hasLists) return counting ?? ok(null)
    const listing = approvals.allow({ right: 'promotions', subject: null }, null)
    return listing.ok ? listing : refuse({ ...listing.refusal, field: 'priceList' })
  }
  return {
    importing(input) {
      const list = input?.list ?? 'goods'
      const given = permission(list)
      const view = importing.view()
      return given.ok ? ok(view?.list === list ? view : null) : given
    },
    sendImport(input) {
      // A further piece is of the list whose first one was allowed.
      const given = input.offset === 0 ? permission(input.list ?? 'goods') : permission()
      return given.ok ? importing.receive(input) : given
    },
    arrangeImport: (input) => allowed(() => importing.arrange(input)),
    async importRows(input) {
      const given = permission()
      return given.ok ? importing.rows(input) : given
    },
    acceptImport({ importId }) {
      const given = permission()
      if (!given.ok) return given
      const { columns = [] } = importing.view()?.plan?.arrangement ?? {}
      const hasCounts = COUNTS.some((field) => columns.includes(field))
      const needed = alsoAllowed(hasCounts, columns.includes('priceList'))
      if (!needed.ok) return needed
      const { actor } = given.value
      const { name = '', list = 'goods' } = importing.view() ?? {}
      const counted = (created: number, changed: number) =>
        `: ${created} nuevos, ${changed} cambiados${hasCounts ? ', con stock' : ''}`
      const note = (what: string) =>
        staff.audit.write({
          action: `${list}-imported`,
          staff: actor,
          // A list of one customer may be named after them.
          detail: { what: list === 'customers' ? what : `${name}, ${what}` },
        })
      const accepted = importing.accept(importId, actor.name, (done) => {
        const end = db.transaction(() => {
          note(done === null ? 'interrumpida' : endOf(done) + counted(done.created, done.changed))
          if (list === 'customers') return
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
