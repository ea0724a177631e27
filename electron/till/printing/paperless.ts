/**
 * Sales that went without paper, because the customer gets the document otherwise. Nothing of them
 * waits for a printer; who wants paper later gets the original, for nobody has it yet.
 */
import type { CommitInput } from '#shared/selling/inputs.ts'
import type { SaleId } from '#shared/core/brand.ts'
import type { SaleDecision } from '#shared/selling/sale/decide-sale.ts'
import { goesOnPaper, type PaperRule } from '#shared/selling/sale/paper-choice.ts'
import type { TillDatabase } from '../kernel/database.ts'

export interface Paperless {
  /** In the transaction of the sale. */
  note(saleId: SaleId): void
  has(saleId: SaleId): boolean
  /** Paper of it has been ordered, in the caller's transaction. */
  end(saleId: SaleId): void
}

export function createPaperless(db: TillDatabase): Paperless {
  const insert = db.prepare('INSERT INTO sale_paperless (sale_id) VALUES (?)')
  const find = db.prepare('SELECT 1 FROM sale_paperless WHERE sale_id = ?')
  const remove = db.prepare('DELETE FROM sale_paperless WHERE sale_id = ?')
  return {
    note: (saleId) => void insert.run(saleId),
    has: (saleId) => find.get(saleId) !== undefined,
    end: (saleId) => void remove.run(saleId),
  }
}

export interface PaperPorts {
  /** What the shop says of paper. */
  readonly paperRule: () => PaperRule
  /** The document is sent to this buyer by e-mail, by itself. */
  readonly isMailed: (rut: string) => boolean
}

export function isOnPaper(
  { paperRule, isMailed }: PaperPorts,
  { documentType, documentedBy, printsSlip, recipient }: SaleDecision,
  { onPaper }: CommitInput,
  hasPage: boolean,
): boolean {
  const facts = {
    rule: paperRule(),
    documentType,
    documentedBy,
    isOffline: printsSlip,
    hasPage,
    isMailed: isMailed(recipient.rut),
  }
  return goesOnPaper(facts, onPaper ?? null)
}
