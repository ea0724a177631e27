/** The shop's vales as a list: which, how much is left, and what all of them come to. */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { ValePage, ValeView } from '#shared/vales/views.ts'
import type { IsoDate } from '#shared/core/brand.ts'
import { sumClp } from '#shared/money/clp.ts'
import { readValeCode } from '#shared/text/vale-code.ts'
import { viewOfVale } from '#shared/vales/vale-view.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { createValeRows, type StoredVale } from './vale-rows.ts'

export const viewOf = (vale: StoredVale, today: IsoDate): ValeView =>
  viewOfVale(vale, vale.printCount > 0, today)

type Asked = Parameters<TillApi['vales']>[0]

/** A shop has thousands of vales in its life, each read by its key. */
export function createValeList(db: TillDatabase): (asked: Asked, today: IsoDate) => ValePage {
  const rows = createValeRows(db)
  return ({ text, filter, offset, limit }, today) => {
    const found = matching(rows, text).map((vale) => viewOf(vale, today))
    const shown = filter === 'open' ? found.filter(({ balanceClp }) => balanceClp > 0) : found
    return {
      rows: shown.slice(offset, offset + limit),
      total: shown.length,
      owedClp: sumClp(found.map(({ balanceClp }) => balanceClp)),
    }
  }
}

function matching(rows: ReturnType<typeof createValeRows>, text: string): readonly StoredVale[] {
  const typed = text.trim()
  if (typed === '') return rows.list()
  const code = readValeCode(typed)
  const number = /^v?\s*(\d{1,9})$/i.exec(typed)?.[1]
  const found =
    code === null
      ? number === undefined
        ? null
        : rows.byNumber(Number(number))
      : rows.byCode(code)
  return found === null ? [] : [found]
}
