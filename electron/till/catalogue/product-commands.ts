/** What the counter changes of the catalogue: products, tiles, layouts of the scale's labels. */
import { productDeed } from '#shared/staff/deeds.ts'
import { changedFields } from '#shared/settings/changed-fields.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Approvals } from '../staff/approvals.ts'
import type { Handlers, Staff } from '../staff/staff-ports.ts'
import type { Catalogue } from './catalogue.ts'

interface ProductStore {
  readonly db: TillDatabase
  readonly staff: Pick<Staff, 'audit'>
  readonly catalogue: Pick<Catalogue, 'save' | 'scale' | 'tiles'>
}

export function createProductCommands(
  allow: Approvals['allow'],
  store: ProductStore,
): Handlers<
  'saveProduct' | 'scaleLayouts' | 'saveScaleLayouts' | 'moveTile' | 'setProductPicture'
> {
  const { db, staff, catalogue } = store
  return {
    scaleLayouts: catalogue.scale.layouts,
    saveScaleLayouts: saveScaleLayouts(store),
    moveTile: (input) => catalogue.tiles.move(input),
    setProductPicture: (input) => catalogue.tiles.setPicture(input),
    saveProduct(input) {
      // A product made at the counter carries any price, as a free amount does, and like one it is
      // written down: sold afterwards it costs what the catalogue says.
      const permission = allow(productDeed(input), input.approvalId ?? null)
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
  }
}

function saveScaleLayouts({ db, staff, catalogue }: ProductStore): Handlers['saveScaleLayouts'] {
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
