/** The owner's code on the receipt printer's paper, in rows of five letters to be typed from it. */
import type { ShopView } from '../core/shop.ts'
import type { PaperWidthMm } from '../paper/paper-model.ts'
import type { ReportPaper } from '../paper/report-layout.ts'
import { formatRut, type Rut } from '../rut/rut.ts'

interface OwnerCodeFacts {
  readonly shop: Pick<ShopView, 'tradeName' | 'rut'>
  /** In groups, as it is shown. */
  readonly code: string
  readonly ownerName: string
  /** Of Chile, `YYYY-MM-DD` and as paper says it. */
  readonly date: string
  readonly printedAt: string
}

export function ownerCodePaper(facts: OwnerCodeFacts, widthMm: PaperWidthMm): ReportPaper {
  const { shop, code, ownerName, date, printedAt } = facts
  const groups = code.split('-')
  return {
    widthMm,
    heading: 'PRIVADO',
    title: 'CÓDIGO DEL DUEÑO',
    shopName: shop.tradeName,
    shopRut: shop.rut === '' ? '' : formatRut(shop.rut as Rut),
    date,
    about: [
      { label: 'Hecho por', value: ownerName },
      { label: 'Fecha', value: printedAt },
    ],
    sections: [
      {
        title: 'CÓDIGO',
        rows: groups.map((group, index) => ({
          kind: 'sum' as const,
          label: `${index + 1} de ${groups.length}`,
          value: group,
        })),
        remark:
          'Sirve para que el dueño ponga un PIN nuevo, una sola vez: en la caja, «Olvidé mi PIN». Quien tenga este papel puede entrar como dueño. Guárdelo fuera de la tienda y no lo fotografíe.',
      },
    ],
    signatures: [],
  }
}
