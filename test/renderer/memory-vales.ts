/** The vales of the till in memory: one given before, and what its returns give. */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { ReceiptDetail } from '#shared/receipts/views.ts'
import type { CommittedReturn } from '#shared/returns/views.ts'
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { clp, sumClp } from '#shared/money/clp.ts'
import { isVale, VALE_ID } from '#shared/selling/payment/payment-method.ts'
import type { NewVale } from '#shared/returns/return-decision.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { makeValeCode, readValeCode, VALE_CODE_BYTES } from '#shared/text/vale-code.ts'
import { valeEnd, valeName, type ValeFacts } from '#shared/vales/vale.ts'
import { viewOfVale, type KeptVale as StoredVale } from '#shared/vales/vale-view.ts'

interface KeptVale extends Omit<StoredVale, 'usedClp'> {
  readonly isPrinted: boolean
}

export interface MemoryValesPorts {
  readonly now: () => number
  readonly all: () => readonly ReceiptDetail[]
}

export type ValesApi = Pick<TillApi, 'findVale' | 'vales' | 'voidVale' | 'acceptVale' | 'printVale'>

const codeOf = (number: number) =>
  makeValeCode(Uint8Array.from({ length: VALE_CODE_BYTES }, (_, index) => number * 7 + index * 29))
/** Of the vale that the till in memory gave before. */
export const FIRST_CODE = codeOf(1)

export function createMemoryVales({ now, all }: MemoryValesPorts) {
  const kept = [keptOf(1, 12_990, now()), keptOf(2, 4_990, now()), keptOf(3, 8_000, now())]
  kept[1] = { ...kept[1], isVoided: true, voidReason: 'Dado por error' } as KeptVale
  kept[2] = { ...kept[2], isDoubtful: true } as KeptVale
  const today = () => santiagoDate(now() as EpochMs)
  const factsOf = (vale: KeptVale) => ({ ...vale, usedClp: usedOf(vale, all()) })
  const viewOf = (vale: KeptVale & ValeFacts) => viewOfVale(vale, vale.isPrinted, today())
  const of = (number: number) => kept.findIndex((vale) => vale.number === number)
  const change = (number: number, part: Partial<KeptVale>) => {
    const at = of(number)
    if (kept[at] === undefined) return refuse(refusal('VALE_UNKNOWN'))
    kept[at] = { ...kept[at], ...part }
    return ok(null)
  }
  const found = (typed: string) => {
    const code = readValeCode(typed)
    const vale = kept.find((each) => each.code === code)
    return code === null || vale === undefined ? null : factsOf(vale)
  }
  const api: ValesApi = {
    findVale({ code }) {
      if (readValeCode(code) === null) return refuse(refusal('VALE_CODE_NOT_VALID', 'code'))
      const vale = found(code)
      return vale === null ? refuse(refusal('VALE_UNKNOWN', 'code')) : ok(viewOf(vale))
    },
    vales({ text, filter, offset, limit }) {
      const rows = kept
        .map((vale) => viewOf(factsOf(vale)))
        .filter(({ name }) => text === '' || name === text.toUpperCase())
        .toSorted((a, b) => b.number - a.number)
      const shown = rows.filter(({ balanceClp }) => filter === 'all' || balanceClp > 0)
      return ok({
        rows: shown.slice(offset, offset + limit),
        total: shown.length,
        owedClp: sumClp(rows.map(({ balanceClp }) => balanceClp)),
      })
    },
    voidVale: ({ number, reason }) => change(number, { isVoided: true, voidReason: reason }),
    acceptVale: ({ number }) => change(number, { isDoubtful: false }),
    printVale: async ({ number }) => change(number, { isPrinted: true }),
  }
  return {
    api,
    valeOf: found,
    nextVale: (): NewVale => ({
      number: kept.length + 1,
      code: codeOf(kept.length + 1),
      expiresOn: valeEnd(today(), 12),
    }),
    giveVale(vale: NewVale, note: ReceiptDetail): CommittedReturn['vale'] {
      const { totalClp: amountClp } = note.payments.find(({ method }) => method === VALE_ID) ?? {
        totalClp: clp(0),
      }
      kept.push({ ...keptOf(vale.number, amountClp, now()), ...vale, saleId: note.saleId })
      return { number: vale.number, amountClp }
    },
  }
}

function keptOf(number: number, amountClp: number, at: number): KeptVale {
  return {
    number,
    code: codeOf(number),
    amountClp: clp(amountClp),
    expiresOn: valeEnd(santiagoDate(at as EpochMs), 12),
    hasEnded: false,
    isVoided: false,
    isDoubtful: false,
    isPrinted: number < 4,
    voidReason: null,
    saleId: '01HVVVVVVVVVVVVVVVVVVVVVVV' as SaleId,
    givenAt: at,
  }
}

function usedOf({ number }: KeptVale, all: readonly ReceiptDetail[]) {
  const paid = all
    .filter(({ documentType }) => documentType !== '61' && documentType !== '56')
    .flatMap(({ payments }) => payments)
  return sumClp(
    paid
      .filter(({ method, reference }) => isVale({ id: method }) && reference === valeName(number))
      .map(({ totalClp }) => totalClp),
  )
}
