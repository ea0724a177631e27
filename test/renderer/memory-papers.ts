/**
 * Papers of the till in memory that ask somebody: answered as the core answers them, and counted.
 */
import { afterWord } from '#shared/paper/print-moves.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { TillStatus } from '#shared/bridge/views.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { isLostAfterwards } from '#shared/selling/sale/later-states.ts'
import type { PaperView, ReceiptDetail } from '#shared/receipts/views.ts'

export interface MemoryPapersPorts {
  readonly receipts: readonly ReceiptDetail[]
  readonly replace: (saleId: ReceiptDetail['saleId'], part: Partial<ReceiptDetail>) => void
  readonly print: (receipt: ReceiptDetail, kind: PaperView['kind']) => PaperView
  readonly setStatus: (part: Partial<TillStatus>) => void
}

const ASKING = ['asking', 'unknown', 'failed']

export function createMemoryPapers({ receipts, replace, print, setStatus }: MemoryPapersPorts) {
  const count = () =>
    setStatus({
      unprintedCount: receipts.filter(({ isUnprinted }) => isUnprinted).length,
      ...(receipts.some(({ papers }) => papers.some(({ trouble }) => trouble === 'PAPER_LATE'))
        ? {}
        : { latePapers: null }),
    })
  const put = (receipt: ReceiptDetail, papers: readonly PaperView[]) => {
    replace(receipt.saleId, {
      papers,
      isUnprinted: papers.some(({ state }) => ASKING.includes(state)),
    })
    count()
  }
  const papersAfter = (
    receipt: ReceiptDetail,
    jobId: string,
    word: Parameters<typeof afterWord>[1],
  ): readonly PaperView[] =>
    receipt.papers.map((paper) => {
      const to =
        paper.jobId === jobId && paper.state !== 'unwanted'
          ? afterWord(paper.state === 'printed' ? 'sent' : paper.state, word)
          : null
      return to === null ? paper : { ...paper, state: to, trouble: null }
    })
  const api: Pick<TillApi, 'settlePaper' | 'settleLatePapers'> = {
    settlePaper({ jobId, word }) {
      const receipt = receipts.find(({ papers }) =>
        papers.some((paper) => paper.jobId === jobId && ASKING.includes(paper.state)),
      )
      if (receipt === undefined) return refuse(refusal('PAPER_SETTLED'))
      const papers = papersAfter(receipt, jobId, word)
      put(receipt, word === 'did-not' ? [print(receipt, 'copy'), ...papers] : papers)
      return ok(null)
    },
    settleLatePapers({ word }) {
      const late = receipts.flatMap((receipt) =>
        receipt.papers
          .filter(({ trouble }) => trouble === 'PAPER_LATE')
          .map(({ jobId }) => ({ receipt, jobId })),
      )
      for (const { receipt, jobId } of late) put(receipt, papersAfter(receipt, jobId, word))
      return ok({ count: late.length })
    },
  }
  return {
    api,
    /** The newest receipt's papers, wherever they are. */
    setPapers(papers: readonly PaperView[]) {
      const [newest] = receipts
      if (newest !== undefined) put(newest, papers)
    },
  }
}

/** As the core counts them: stuck on the way to a folio, or ended badly after it. */
export function asksPerson({
  issueState,
  authorityStatus,
  deletion,
  setAsideReason,
}: ReceiptDetail): boolean {
  return (
    deletion !== 'done' &&
    setAsideReason === null &&
    (issueState === 'attention' || issueState === 'rejected' || isLostAfterwards(authorityStatus))
  )
}
