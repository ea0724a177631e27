/** Commands of other parts that ask for a right first and are written to the log. */
import { productDeed } from '#shared/staff/deeds.ts'
import { changedFields } from '#shared/settings/changed-fields.ts'
import type { Approvals } from './staff/approvals.ts'
import type { Handlers } from './staff/staff-ports.ts'
import type { Store } from './store.ts'

type AuditedCommands =
  | 'saveProduct'
  | 'reprint'
  | 'scaleLayouts'
  | 'saveScaleLayouts'
  | 'moveTile'
  | 'setProductPicture'

/** What others do, with the question who does it before and the row in the log beside. */
export function auditedCommands(
  approvals: Approvals,
  { store, wake }: { readonly store: Store; readonly wake: () => void },
): Handlers<AuditedCommands> {
  const { db, staff, catalogue, currentPrinter } = store
  return {
    scaleLayouts: catalogue.scale.layouts,
    saveScaleLayouts: saveScaleLayouts({ db, staff, catalogue }),
    moveTile: (input) => catalogue.tiles.move(input),
    setProductPicture: (input) => catalogue.tiles.setPicture(input),
    saveProduct(input) {
      // A product made at the counter carries any price, as a free amount does, and like one it is
      // written down: sold afterwards it costs what the catalogue says.
      const permission = approvals.allow(productDeed(input), input.approvalId ?? null)
      if (!permission.ok) return permission
      return db
        .transaction(() => {
          const saved = catalogue.save(input)
          if (!saved.ok) return saved
          const { actor, approverName, used } = permission.value
          const { name, code, unitGrossClp } = saved.value
          used()
          const detail = { what: `${name} (${code})`, toClp: unitGrossClp }
          staff.audit.write({ action: 'product-created', staff: actor, approverName, detail })
          return saved
        })
        .immediate()
    },
    reprint(saleId, _, { actor }) {
      const queued = store.printing.queueCopy(saleId, currentPrinter())
      if (!queued.ok) return queued
      staff.audit.write({ action: 'receipt-copied', staff: actor, saleId })
      wake()
      return queued
    },
  }
}

function saveScaleLayouts({
  db,
  staff,
  catalogue,
}: Pick<Store, 'db' | 'staff' | 'catalogue'>): Handlers['saveScaleLayouts'] {
  return ({ layouts }, _, { actor, approverName }) => {
    const before = catalogue.scale.layouts()
    return db
      .transaction(() => {
        const saved = catalogue.scale.saveLayouts(layouts)
        if (!saved.ok) return saved
        for (const detail of changedFields({ scaleLayouts: before }, { scaleLayouts: saved.value }))
          staff.audit.write({ action: 'settings-changed', staff: actor, approverName, detail })
        return saved
      })
      .immediate()
  }
}
