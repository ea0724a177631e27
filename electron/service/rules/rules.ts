/** The rules of issuance, one list for validation and creation. */
import type { ApiError } from '../core/errors.ts'
import { ERRORS_MAX } from './candidate.ts'
import {
  creditNotesNameOneDocument,
  creditStaysWithinItsDocument,
  debitNotesNameOneNote,
  textCorrectionsCarryNoAmount,
} from './credit-rules.ts'
import {
  certificateIsThere,
  dateIsNotInFuture,
  datesAreInOrder,
  notesReferToTheirDocument,
  paymentMethodsAreKnown,
  textsAreLatin1,
  unitsAreKnown,
} from './document-rules.ts'
import { exportInfoIsValid } from './export-rules.ts'
import {
  currencyIsKnown,
  exemptDocumentsCarryNoTax,
  linesAreWorthSomething,
  pesosAreWhole,
  taxesAreKnown,
  totalHasRoomInTheStamp,
  totalsAreNotNegative,
  totalsBalance,
} from './money-rules.ts'
import {
  addressesAreKnown,
  argentineLegends,
  contactFits,
  exportRecipientIsForeign,
  invoicesNameTheBuyer,
  largeReceiptsNameTheBuyer,
  taxNumbersAreValid,
} from './party-rules.ts'
import type { Rule, RuleContext, RuleInput } from './rule.ts'

const RULES: readonly Rule[] = [
  certificateIsThere,
  dateIsNotInFuture,
  datesAreInOrder,
  taxNumbersAreValid,
  addressesAreKnown,
  contactFits,
  largeReceiptsNameTheBuyer,
  invoicesNameTheBuyer,
  argentineLegends,
  currencyIsKnown,
  linesAreWorthSomething,
  unitsAreKnown,
  taxesAreKnown,
  exemptDocumentsCarryNoTax,
  totalsBalance,
  pesosAreWhole,
  totalHasRoomInTheStamp,
  totalsAreNotNegative,
  paymentMethodsAreKnown,
  notesReferToTheirDocument,
  creditNotesNameOneDocument,
  debitNotesNameOneNote,
  textCorrectionsCarryNoAmount,
  creditStaysWithinItsDocument,
  exportRecipientIsForeign,
  exportInfoIsValid,
  textsAreLatin1,
]

/** All errors of a document, in the order of the rules. Pure. */
export function ruleErrors(input: RuleInput, context: RuleContext): ApiError[] {
  const errors: ApiError[] = []
  for (const rule of RULES) {
    errors.push(...rule(input, context))
    if (errors.length >= ERRORS_MAX) return errors.slice(0, ERRORS_MAX)
  }
  return errors
}
