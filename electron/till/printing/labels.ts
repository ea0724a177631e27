/** Labels of products, on the till's printer or on sheets. */
import { DEFAULT_OPTIONS, type PrinterConfig } from '#shared/printing/printers.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import {
  ROLL_LABELS_MAX,
  SHEET_LABELS_MAX,
  type LabelsInput,
} from '#shared/catalogue/goods-labels.ts'
import type { GoodsRow } from '#shared/catalogue/goods.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { LabelPaper } from '#shared/catalogue/label-layout.ts'
import { printOnce, type OncePorts } from './print-once.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { createGoodsList } from '../catalogue/goods-list.ts'
import { createGoodsRows } from '../catalogue/goods-rows.ts'

/** Longest a person waits before labels that do not come out. */
const LABELS_TIMEOUT_MS = 90_000

interface LabelPorts extends OncePorts {
  readonly db: TillDatabase
  readonly drawLabels: (labels: LabelPaper) => Promise<Uint8Array>
  readonly isPractice: boolean
}

export function createLabelCommands(
  ports: LabelPorts,
): Pick<TillApi, 'printLabels' | 'labelSheets'> {
  const rowsOf = createRowsOf(ports)
  const labelPrinter = { ...ports, currentPrinter: () => bare(ports.currentPrinter()) }
  const paperOf = (rows: readonly GoodsRow[], count: number, on: LabelPaper['on']) => ({
    on,
    labels: rows.map((label) => ({ label, count })),
    isPractice: ports.isPractice,
  })
  return {
    async printLabels(input) {
      const rows = rowsOf(input, ROLL_LABELS_MAX)
      if (!rows.ok) return rows
      const printed = await printOnce(labelPrinter, {
        draw: ({ widthMm }) => ports.drawLabels(paperOf(rows.value, input.each, widthMm)),
        timeoutMs: LABELS_TIMEOUT_MS,
      })
      if (!printed.ok) return printed
      const { isPrinted } = printed.value
      return ok({ labels: rows.value.length * input.each, isPrinted })
    },
    async labelSheets(input) {
      const rows = rowsOf(input, SHEET_LABELS_MAX)
      if (!rows.ok) return rows
      const pdf = await ports.drawLabels(paperOf(rows.value, input.each, 'A4'))
      const base64 = Buffer.from(pdf).toString('base64')
      return ok({ labels: rows.value.length * input.each, base64 })
    },
  }
}

function createRowsOf({ db }: Pick<LabelPorts, 'db'>) {
  const list = createGoodsList(db)
  const goods = createGoodsRows(db)
  return ({ of, each }: LabelsInput, most: number): Result<readonly GoodsRow[], Refusal> => {
    if (of.kind === 'product') {
      const row = goods.byId(of.productId)
      return row === undefined ? refuse(refusal('PRODUCT_GONE')) : ok([row])
    }
    const { rows, total } = list({ ...of, offset: 0, limit: most })
    if (total === 0) return refuse(refusal('LABELS_NONE'))
    if (total * each > most)
      return refuse(refusal('LABELS_TOO_MANY', 'each', { most: String(most) }))
    return ok(rows)
  }
}

/** The shop's logo and lines stand on its papers, not on its labels. */
function bare({ options = DEFAULT_OPTIONS, ...printer }: PrinterConfig): PrinterConfig {
  return { ...printer, options: { ...options, headerLines: [], footerLines: [] } }
}
