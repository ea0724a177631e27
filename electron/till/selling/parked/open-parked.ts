/** The commands of sales put aside, over the open store: who may, and what is written down. */
import type { Refusal } from '#shared/languages/refusals.ts'
import { ok, type Result } from '#shared/core/result.ts'
import { discardingDeed } from '#shared/staff/deeds.ts'
import type { Ids } from '#shared/text/ids.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import type { Journal } from '../../kernel/journal.ts'
import type { SteadyTime } from '../../kernel/steady-time.ts'
import type { Approvals } from '../../staff/approvals.ts'
import type { Handlers, Staff } from '../../staff/staff-ports.ts'
import { noteParked, noteRecalled, servedBy } from '../hand-over.ts'
import type { Sales } from '../sales.ts'
import { createParked, type Parked } from './parked.ts'

interface ParkedStore {
  readonly db: TillDatabase
  readonly journal: Journal
  readonly steady: SteadyTime
  readonly ids: Ids
  readonly staff: Staff
}

type ParkedCommands = Handlers<'parkSale' | 'parkedSales' | 'recallSale' | 'discardParked'>

/** `sales`: asked when a command comes, when they are there. */
export function openParked(store: ParkedStore, approvals: Approvals, sales: () => Sales) {
  const { staff } = store
  const parked = createParked({
    ...store,
    cashierName: staff.cashierName,
    sales,
    servedBy: () => servedBy(staff),
    noteParked: (sale) => noteParked(staff, sale),
    noteChange: approvals.noteSale,
    noteRecalled: (sale, parkedBy) => noteRecalled(staff, sale, parkedBy),
  })
  // Behind a locked counter no sale changes hands: whoever takes it up has typed a PIN.
  const served = <Value>(work: () => Result<Value, Refusal>): Result<Value, Refusal> => {
    const actor = staff.actor()
    return actor.ok ? work() : actor
  }
  const api: ParkedCommands = {
    parkedSales: parked.list,
    parkSale: (input, by) => served(() => parked.park(input, by)),
    recallSale: (input, by) => served(() => parked.recall(input, by)),
    discardParked: createDiscard(store, approvals.allow, parked),
  }
  return { partsTaken: parked.partsTaken, api }
}

function createDiscard(
  { db, journal, staff }: ParkedStore,
  allow: Approvals['allow'],
  parked: Parked,
): ParkedCommands['discardParked'] {
  return ({ parkedId, approvalId }) => {
    const takenClp = parked.find(parkedId)?.takenClp ?? 0
    const permission = allow(discardingDeed({ id: parkedId, takenClp }), approvalId)
    if (!permission.ok) return permission
    const { actor, approverName, used } = permission.value
    const discarded = db
      .transaction(() => {
        const gone = parked.discard(parkedId)
        if (!gone.ok) return gone
        used()
        const { number, lineCount: lines, totalClp, taken } = gone.value
        const detail = { number, lines, totalClp, ...(taken === '' ? {} : { what: taken }) }
        staff.audit.write({ action: 'parked-discarded', staff: actor, approverName, detail })
        return ok(null)
      })
      .immediate()
    journal.publish()
    return discarded
  }
}
