import type { CommitInput } from '#shared/bridge/commands.ts'
import type { ProductId } from '#shared/core/brand.ts'
import type { ProductView } from '#shared/catalogue/product.ts'
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { toRiskLine, type RiskLine, type RiskSale } from '#shared/staff/risk-line.ts'
import type { AskedSale } from '../staff/approvals.ts'
import type { ScaleProducts } from './scale-products.ts'

type Line = CommitInput['lines'][number]
type Named = { readonly productId: ProductId | null; readonly code: string }

/** What the catalogue says of the lines of a sale. */
export function createKnown(
  scale: Pick<ScaleProducts, 'read'>,
  byId: (id: ProductId) => ProductView | null,
) {
  /** By its id; a label of a scale carries its own code and price. */
  const knownOf = ({ productId, code }: Named): ProductView | null => {
    if (productId === null) return null
    const label = /^2\d{12}$/.test(code) ? scale.read(code) : null
    return label?.ok && label.value.id === productId ? label.value : byId(productId)
  }
  const riskLine = (line: AskedSale['lines'][number]): RiskLine => {
    if (line.productId === null) return toRiskLine(line, 'free')
    const known = knownOf(line)
    // Who allows it reads the catalogue's name, whatever the screen calls the product.
    return toRiskLine({ ...line, name: known?.name ?? line.name }, known?.unitGrossClp ?? null)
  }
  return {
    asKnown: (command: CommitInput) => asKnown(command, knownOf),
    riskSale: ({ lines, discount }: AskedSale): RiskSale => ({
      lines: lines.map(riskLine),
      discount,
    }),
  }
}

/** A sale with its products as the catalogue has them; free lines stay as they were typed. */
function asKnown(
  command: CommitInput,
  knownOf: (line: Line) => ProductView | null,
): Result<CommitInput, Refusal> {
  const lines: Line[] = []
  for (const [index, line] of command.lines.entries()) {
    const { listGrossClp: _, ...asked } = line
    const known = knownOf(line)
    if (line.productId !== null && known === null)
      return refuse(refusal('PRODUCT_UNKNOWN', `lines[${index}].productId`))
    lines.push(known === null ? asked : asCatalogued(asked, known))
  }
  return ok({ ...command, lines })
}

function asCatalogued(line: Line, { name, code, unit, isExempt, unitGrossClp }: ProductView): Line {
  const isListed = line.unitGrossClp === unitGrossClp
  return {
    ...line,
    name,
    code,
    unit,
    isExempt,
    ...(isListed ? {} : { listGrossClp: unitGrossClp }),
  }
}
