import { fill } from './fill.ts'
import type { CoreWords, RefusalCode } from './languages.ts'

/**
 * A refusal as it crosses the bridge: the code for the program, whose sentence stands in each
 * language's pack (`shared/languages/`) and says what is wrong and the way out. `field` names the
 * input to show it at: `quantity`, `tenderedClp`, `rut`. `params` fill the sentence's `{name}`.
 */
export interface Refusal {
  readonly code: RefusalCode
  readonly field: string | null
  readonly params: Readonly<Record<string, string>>
}

export type { RefusalCode }

export function refusal(
  code: RefusalCode,
  field: string | null = null,
  params: Readonly<Record<string, string>> = {},
): Refusal {
  return { code, field, params }
}

/** The words of any language have a sentence for each code. */
export function isRefusalIn(words: CoreWords, code: string): code is RefusalCode {
  return Object.hasOwn(words.refusals, code)
}

/** The sentence for a person. */
export function refusalText({ code, params }: Refusal, words: CoreWords): string {
  return fill(words.refusals[code], params)
}
