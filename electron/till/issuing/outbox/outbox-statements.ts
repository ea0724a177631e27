/** The prepared statements that the parts of the outbox share: each is compiled once. */
import type { TillDatabase } from '../../kernel/database.ts'
import { preparePdfs } from './evidence.ts'
import { prepareSecondThoughts, prepareSending, prepareWaits } from './receipt-moves.ts'
import { prepareAttempts, preparePapers, prepareReceipt } from './receipt-statements.ts'

export type OutboxStatements = ReturnType<typeof prepareOutbox>

export function prepareOutbox(db: TillDatabase) {
  return {
    receipt: prepareReceipt(db),
    attempts: prepareAttempts(db),
    papers: preparePapers(db),
    pdfs: preparePdfs(db),
    moves: { ...prepareSending(db), ...prepareSecondThoughts(db) },
    waits: prepareWaits(db),
  }
}
