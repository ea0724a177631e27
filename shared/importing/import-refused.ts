import { refusal, type Refusal, type RefusalCode } from '../languages/refusals.ts'

/** A list that cannot be read; thrown through its readers, and a value again where they end. */
export class ImportRefused extends Error {
  readonly refusal: Refusal
  constructor(code: RefusalCode, params: Readonly<Record<string, string>> = {}) {
    super(code)
    this.refusal = refusal(code, null, params)
  }
}
