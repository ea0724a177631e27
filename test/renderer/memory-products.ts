/** The shelves of the till in memory. */
import type { TillApi } from '#shared/bridge/contract.ts'
import { checkName } from '#shared/text/check-name.ts'
import { scanProblem } from '#shared/catalogue/barcode.ts'
import type { ProductId } from '#shared/core/brand.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { clp } from '#shared/money/clp.ts'
import { searchIn } from './memory-search.ts'
import { createMemoryTiles } from './memory-tiles.ts'
import type { ProductView } from '#shared/catalogue/product.ts'

/** `sold` names what was sold; `announce` tells every screen that the catalogue changed. */
export function createMemoryProducts(
  products: ProductView[],
  sold: ReadonlySet<string>,
  announce: () => void,
) {
  return {
    searchProducts: (query) => searchIn(products, query),
    productByCode(code) {
      const found = products.find((product) => product.code === code)
      return found
        ? ok(found)
        : refuse(refusal(scanProblem(code) ?? 'BARCODE_UNKNOWN', 'search', { code }))
    },
    bestSellers: ({ limit, onlySold = false }) =>
      products.filter(({ id }) => !onlySold || sold.has(id)).slice(0, limit),
    ...createMemoryTiles(products, announce),
    productSlice: ({ after, limit }) => ({
      products: products.slice(after, after + limit),
      next: after + limit < products.length ? after + limit : null,
    }),
    saveProduct(input) {
      const name = checkName(input.name)
      if (!name.ok) return name
      const taken = products.find((product) => product.code === input.code)
      if (taken)
        return refuse(refusal('CODE_TAKEN', 'code', { code: taken.code, name: taken.name }))
      if (!Number.isSafeInteger(input.unitGrossClp) || input.unitGrossClp < 1)
        return refuse(refusal('PRICE_NOT_VALID', 'unitGrossClp'))
      const product = {
        ...input,
        name: name.value,
        unitGrossClp: clp(input.unitGrossClp),
        id: `p${products.length + 1}` as ProductId,
      }
      products.push(product)
      announce()
      return ok(product)
    },
  } satisfies Partial<TillApi>
}
