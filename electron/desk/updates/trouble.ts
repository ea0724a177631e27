/** What ends a piece of work on updates, with its sentence. */
import { refusal, type Refusal, type RefusalCode } from '#shared/core/refusals.ts'

export class UpdateRefused extends Error {
  readonly refusal: Refusal
  constructor(code: RefusalCode, params: Readonly<Record<string, string>> = {}) {
    super(code)
    this.refusal = refusal(code, null, params)
  }
}

/** Of what the system or the network said: its code alone, which names nobody. */
export function codeOf(error: unknown): string {
  const { code, name } = error as NodeJS.ErrnoException
  return typeof code === 'string' ? code : String(name)
}
