import { clp } from '../money/clp.ts'
import { lineGross, quantityMilli } from '../money/quantity.ts'

/** A line of a sale as far as rights are concerned. */
export interface RiskLine {
  readonly lineNumber: number
  readonly name: string
  readonly unitGrossClp: number
  readonly beforeClp: number
  readonly discountClp: number
  /** The catalogue's price, `free` for a line without a product, null when the catalogue does not know the product. */
  readonly list: number | 'free' | null
}

export interface PricedLine {
  readonly lineNumber?: number | undefined
  readonly name: string
  readonly unitGrossClp: number
  /** Thousandths. */
  readonly quantity: number
  readonly discountClp: number
}

/** Lines without a number, which nobody can have approved anything for, get one that no approval carries. */
export function toRiskLine(line: PricedLine, list: RiskLine['list']): RiskLine {
  return {
    lineNumber: line.lineNumber ?? 0, name: line.name, unitGrossClp: line.unitGrossClp, list,
    beforeClp: lineGross(clp(line.unitGrossClp), quantityMilli(line.quantity)), discountClp: line.discountClp,
  }
}

export function discountSumOf(lines: readonly RiskLine[]): { beforeClp: number; discountClp: number; discountedLines: number } {
  let beforeClp = 0
  let discountClp = 0
  let discountedLines = 0
  for (const line of lines) {
    beforeClp += line.beforeClp
    discountClp += line.discountClp
    if (line.discountClp > 0) discountedLines += 1
  }
  return { beforeClp, discountClp, discountedLines }
}
