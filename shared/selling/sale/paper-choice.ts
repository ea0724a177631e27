/**
 * Whether a receipt goes on paper. Res. Ex. SII 53/2025 has it handed over printed or virtually, so
 * paper may be left away where the customer gets it otherwise; never of anything but a receipt.
 */
import type { DocumentedBy, DocumentType } from '../../core/document-type.ts'

/** `ask`: unless the cashier says otherwise for this sale; `onRequest`: only if they do. */
export const PAPER_RULES = ['always', 'ask', 'onRequest'] as const
export type PaperRule = (typeof PAPER_RULES)[number]

/** How the customer gets the document without paper. */
interface OtherWays {
  /** The service shows it to whoever scans the code on the screen. */
  readonly hasPage: boolean
  /** It is sent to an address the customer gave for it. */
  readonly isMailed: boolean
}

export interface PaperFacts extends OtherWays {
  readonly rule: PaperRule
  readonly documentType: DocumentType
  readonly documentedBy: DocumentedBy
  /** The service is out of reach: what is mailed comes later, and the customer leaves now. */
  readonly isOffline: boolean
}

/** Whether the shop, the law and the moment allow a sale without paper. */
export function mayGoWithoutPaper(facts: PaperFacts): boolean {
  if (facts.rule === 'always' || facts.documentedBy !== 'receipt') return false
  if (facts.documentType !== '39' && facts.documentType !== '41') return false
  return facts.hasPage || (facts.isMailed && !facts.isOffline)
}

/** `wanted`: what the cashier said for this sale; null for nothing. */
export function goesOnPaper(facts: PaperFacts, wanted: boolean | null): boolean {
  return !mayGoWithoutPaper(facts) || (wanted ?? facts.rule !== 'onRequest')
}
