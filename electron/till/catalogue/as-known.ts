import { createHash } from 'node:crypto'
import type { CommitInput } from '#shared/selling/inputs.ts'
import type { ProductId } from '#shared/core/brand.ts'
import { isMeasured } from '#shared/catalogue/by-measure.ts'
import { isPriceAsked, type ProductView } from '#shared/catalogue/product.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import {
  toRiskLine,
  type RiskLabel,
  type RiskLine,
  type RiskSale,
} from '#shared/staff/risk-line.ts'
import { lineText, shownText } from '#shared/staff/shown-thing.ts'
import type { AskedSale } from '../staff/approvals.ts'
import type { ScaleProducts } from './scale-products.ts'

type Line = CommitInput['lines'][number]
type AskedLine = AskedSale['lines'][number]
type Named = { readonly productId: ProductId | null; readonly code: string }

/** What the catalogue says of the lines of a sale. */
export function createKnown(
  scale: Pick<ScaleProducts, 'read'>,
  byId: (id: ProductId) => ProductView | null,
  /** Whether it cost that until a moment ago. */
  costJustNow: (id: ProductId, priceClp: number) => boolean,
) {
  /** By its id; a label of a scale carries its own code and price. */
  const knownOf = ({ productId, code }: Named): ProductView | null => {
    if (productId === null) return null
    const label = /^2\d{12}$/.test(code) ? scale.read(code) : null
    return label?.ok && label.value.id === productId ? label.value : byId(productId)
  }
  const riskLine = (line: AskedLine): RiskLine => {
    const known = knownOf(line)
    // Of the very line that is charged: its tax, its unit and its note count as its price does.
    const thing = hashOf(lineText(lineAsKnown(line, known)))
    if (line.productId === null) return { ...toRiskLine(line, 'free'), thing }
    // Who allows it reads the catalogue's name, whatever the screen calls the product.
    const named = { ...line, name: known?.name ?? line.name }
    const own = known?.label === undefined ? known : byId(line.productId)
    return {
      // A price that is said at the counter is whose right free amounts are.
      ...toRiskLine(
        named,
        listOf(known, own) === 0 ? 'free' : listOf(known, own),
        labelIn(line, known),
      ),
      // A label's own piece is judged as a label.
      isPiece: known !== null && known === own && !isMeasured(known.unit),
      isPriceBefore: known === own && costJustNow(line.productId, line.unitGrossClp),
      thing,
    }
  }
  /** A piece costs what the catalogue says: a label below that is another price, and no measure. */
  const listOf = (known: ProductView | null, own: ProductView | null): number | null => {
    if (known === null) return null
    const isPiece = own !== null && !isMeasured(own.unit)
    // It says no price at all: what a label says of it is said at the counter.
    if (isPiece && isPriceAsked(own)) return own.unitGrossClp
    return isPiece ? Math.max(own.unitGrossClp, known.unitGrossClp) : known.unitGrossClp
  }
  /** A label's price stands in the line's code; of a weight's there is only the screen's word. */
  const labelIn = (line: AskedLine, known: ProductView | null): RiskLabel | null => {
    const isScanned = line.label?.isScanned === true
    if (known?.label !== undefined) {
      const carries = known.weighed === undefined ? 'price' : 'weight'
      return { code: known.label, isScanned, carries }
    }
    const code = line.label?.code ?? ''
    const read = scale.read(code)
    return read?.ok === true && read.value.id === line.productId
      ? { code, isScanned, carries: 'weight' }
      : null
  }
  return {
    resolveProducts: (command: CommitInput) => resolveProducts(command, knownOf),
    riskSale(sale: AskedSale, labelLimitClp: number): RiskSale {
      const { discount, isInvoice, priceListId } = sale
      const lines = sale.lines.map(riskLine)
      const things = lines.map(({ thing }) => thing)
      const thing = hashOf(shownText({ lines: things, discount, priceListId }))
      return { lines, discount, isInvoice, labelLimitClp, thing }
    },
  }
}

/** A sale with its products as the catalogue has them; free lines stay as they were typed. */
function resolveProducts(
  command: CommitInput,
  knownOf: (line: Line) => ProductView | null,
): Result<CommitInput, Refusal> {
  const lines: Line[] = []
  for (const [index, line] of command.lines.entries()) {
    const known = knownOf(line)
    if (line.productId !== null && known === null)
      return refuse(refusal('PRODUCT_UNKNOWN', `lines[${index}].productId`))
    lines.push(lineAsKnown(line, known))
  }
  return ok({ ...command, lines })
}

function lineAsKnown({ listGrossClp: _, ...asked }: Line, known: ProductView | null): Line {
  return known === null ? asked : asCatalogued(asked, known)
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function asCatalogued(line: Line, known: ProductView): Line {
  const { name, code, unit, isExempt, unitGrossClp } = known
  const isListed = line.unitGrossClp === unitGrossClp
  // A price that a scale printed is the label's, also where the screen does not say so.
  const label = { code, isScanned: line.label?.isScanned === true }
  return {
    ...line,
    name,
    code,
    unit,
    isExempt,
    ...(isListed ? {} : { listGrossClp: unitGrossClp }),
    ...(known.label === code ? { label } : {}),
  }
}
