import { joined } from './joined.ts'
import { SELLING_REFUSALS } from './refusals/selling.ts'
import { PAYMENT_REFUSALS } from './refusals/payment.ts'
import { STAFF_REFUSALS } from './refusals/staff.ts'
import { PAPERS_REFUSALS } from './refusals/papers.ts'
import { RETURNS_REFUSALS } from './refusals/returns.ts'
import { SERVICE_REFUSALS } from './refusals/service.ts'

/**
 * Every refusal a person can meet, by area: the code for the program, the sentence for the
 * cashier in Spanish and English. A sentence says what is wrong and the way out. `{name}` is filled
 * from the refusal's `params`.
 */
export const REFUSALS = joined(
  SELLING_REFUSALS,
  PAYMENT_REFUSALS,
  STAFF_REFUSALS,
  PAPERS_REFUSALS,
  RETURNS_REFUSALS,
  SERVICE_REFUSALS,
)

export type RefusalCode = keyof typeof REFUSALS
export type Language = 'es' | 'en'

/**
 * A refusal as it crosses the bridge. `field` names the input to show it at: `quantity`,
 * `tenderedClp`, `rut`.
 */
export interface Refusal {
  readonly code: RefusalCode
  readonly field: string | null
  readonly params: Readonly<Record<string, string>>
}

export function refusal(
  code: RefusalCode,
  field: string | null = null,
  params: Readonly<Record<string, string>> = {},
): Refusal {
  return { code, field, params }
}

export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(REFUSALS, code)
}

/** The sentence for a person. */
export function refusalText({ code, params }: Refusal, language: Language): string {
  return REFUSALS[code][language].replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
}
