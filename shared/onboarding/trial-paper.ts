/**
 * The test sale of a first start, as it is printed. Nothing is sold and nothing issued: it carries
 * no folio, no stamp and no type of document, and says in large letters that it is not valid.
 */
import type { ShopView } from '../core/shop.ts'
import { clp, formatClp } from '../money/clp.ts'
import type { PaperWidthMm } from '../paper/paper-model.ts'
import type { ReportPaper } from '../paper/report-layout.ts'
import { formatRut, type Rut } from '../rut/rut.ts'

/** What is "sold": its name says that it is nothing. */
const TRIAL = [
  { name: '1 x PRODUCTO DE PRUEBA', clp: 1_000 },
  { name: '2 x OTRO DE PRUEBA', clp: 3_000 },
] as const

interface TrialFacts {
  readonly shop: ShopView
  readonly registerName: string
  /** Of Chile, `YYYY-MM-DD` and as paper says it. */
  readonly date: string
  readonly printedAt: string
}

export function trialPaper(facts: TrialFacts, widthMm: PaperWidthMm): ReportPaper {
  const { shop, registerName, date, printedAt } = facts
  const total = TRIAL.reduce((sum, line) => sum + line.clp, 0)
  return {
    widthMm,
    heading: 'VENTA DE PRUEBA',
    title: 'NO VÁLIDO',
    shopName: shop.tradeName,
    shopRut: formatRut(shop.rut as Rut),
    date,
    about: [
      ...(shop.activity === undefined ? [] : [{ label: 'Giro', value: shop.activity }]),
      { label: 'Dirección', value: shop.address },
      { label: 'Comuna', value: shop.commune },
      { label: 'Caja', value: registerName },
      { label: 'Fecha', value: printedAt },
    ],
    sections: [
      {
        title: 'PRUEBA',
        rows: [
          ...TRIAL.map(({ name, clp: amount }) => ({
            kind: 'amount' as const,
            label: name,
            value: formatClp(clp(amount)),
          })),
          { kind: 'sum', label: 'TOTAL DE PRUEBA', value: formatClp(clp(total)) },
        ],
        remark:
          'No se vendió nada ni se emitió nada ante el SII. No entregue este papel a un cliente: NO VÁLIDO como boleta.',
      },
    ],
    signatures: [],
  }
}
