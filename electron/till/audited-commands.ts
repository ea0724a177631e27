/** Commands of other parts that ask for a right first and are written to the log. */
import { productDeed } from '#shared/staff/deeds.ts'
import { changedFields } from '#shared/settings/changed-fields.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import { isOfReturn } from '#shared/selling/payment/payment-method.ts'
import type { Approvals } from './staff/approvals.ts'
import type { Sales } from './selling/sales.ts'
import type { Store } from './store.ts'

type AuditedCommands =
  | 'saveProduct'
  | 'reprint'
  | 'commitSale'
  | 'scaleLayouts'
  | 'saveScaleLayouts'
  | 'moveTile'
  | 'setProductPicture'

/** What others do, with the question who does it before and the row in the log beside. */
export function auditedCommands(
  approvals: Approvals,
  {
    store,
    sales,
    wake,
  }: { readonly store: Store; readonly sales: () => Sales; readonly wake: () => void },
  onPaidByReturn: () => void,
): Pick<TillApi, AuditedCommands> {
  const { db, staff, catalogue, currentPrinter } = store
  return {
    commitSale(command, by) {
      const sold = sales().api.commitSale(command, by)
      if (!sold.ok) return sold
      catalogue.noteSold(command.lines.flatMap((line) => line.productId ?? []))
      for (const { method } of sold.value.payments) if (isOfReturn({ id: method })) onPaidByReturn()
      return sold
    },
    scaleLayouts: catalogue.scale.layouts,
    saveScaleLayouts: saveScaleLayouts({ db, staff, catalogue }),
    moveTile(input) {
      const permission = approvals.allow({ right: 'manageStaff', subject: null }, null)
      return permission.ok ? catalogue.tiles.move(input) : permission
    },
    setProductPicture(input) {
      const permission = approvals.allow({ right: 'manageStaff', subject: null }, null)
      return permission.ok ? catalogue.tiles.setPicture(input) : permission
    },
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
    reprint(saleId) {
      const actor = staff.actor()
      if (!actor.ok) return actor
      const queued = store.printing.queueCopy(saleId, currentPrinter())
      if (!queued.ok) return queued
      staff.audit.write({ action: 'receipt-copied', staff: actor.value, saleId })
      wake()
      return queued
    },
  }
}

function saveScaleLayouts({
  db,
  staff,
  catalogue,
}: Pick<Store, 'db' | 'staff' | 'catalogue'>): TillApi['saveScaleLayouts'] {
  return ({ layouts }) => {
    const manager = staff.settingsRight.manager()
    if (!manager.ok) return manager
    const before = catalogue.scale.layouts()
    const { actor, approverName } = manager.value
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
