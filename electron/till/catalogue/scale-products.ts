/**
 * Products behind the labels of the shop's scales. How the labels are divided is a setting; the
 * catalogue has the rest.
 */
import { z } from 'zod'
import { scaleLayout } from '#shared/catalogue/inputs.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import {
  checkScaleLayouts,
  DEFAULT_SCALE_LAYOUTS,
  itemCodesOf,
  readScaleLabel,
  type ScaleLayout,
} from '#shared/catalogue/scale-label.ts'
import { clp } from '#shared/money/clp.ts'
import { quantityMilli } from '#shared/money/quantity.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { ProductView } from '#shared/catalogue/product.ts'

const storedLayouts = z.array(scaleLayout)

export interface ScaleProducts {
  /** What a label stands for; null for a code that is no label. */
  read(code: string): Result<ProductView, Refusal> | null
  layouts(): readonly ScaleLayout[]
  saveLayouts(layouts: readonly ScaleLayout[]): Result<readonly ScaleLayout[], Refusal>
}

export function createScaleProducts(
  db: TillDatabase,
  productOf: (code: string) => ProductView | null,
): ScaleProducts {
  const select = db.prepare<[], { value: string }>(
    "SELECT value_json AS value FROM setting WHERE key = 'scaleLayouts'",
  )
  const upsert = db.prepare(`INSERT INTO setting (key, value_json) VALUES ('scaleLayouts', ?)
    ON CONFLICT (key) DO UPDATE SET value_json = excluded.value_json`)
  let known: readonly ScaleLayout[] | null = null
  const layouts = () => {
    known ??= storedLayouts.parse(
      JSON.parse(select.get()?.value ?? JSON.stringify(DEFAULT_SCALE_LAYOUTS)),
    )
    return known
  }

  return {
    layouts,
    saveLayouts(next) {
      const checked = checkScaleLayouts(next)
      if (!checked.ok) return checked
      upsert.run(JSON.stringify(next))
      known = next
      return ok(next)
    },
    read(code) {
      const label = readScaleLabel(code, layouts())
      if (label === null || !label.ok) return label
      const { item, carries, value } = label.value
      const product = itemCodesOf(item)
        .map(productOf)
        .find((found) => found !== null)
      if (!product)
        return refuse(
          refusal('SCALE_LABEL_UNKNOWN', 'code', { code, item: itemCodesOf(item)[0] ?? item }),
        )
      // The label's price was calculated by the scale: it is charged to the peso, as one piece.
      if (carries === 'price')
        return ok({ ...product, code, unitGrossClp: clp(value), unit: null, label: code })
      if (product.unit === null)
        return refuse(refusal('SCALE_LABEL_NOT_BY_WEIGHT', 'code', { code, name: product.name }))
      return ok({ ...product, weighed: quantityMilli(value), label: code })
    },
  }
}
