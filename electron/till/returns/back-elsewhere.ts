/**
 * What other tills have given back of a receipt, by the only word that counts for all of them: the
 * service judges a note over what seems to be left, without issuing one. Asked before any money
 * goes out; where it has no verdict, the receipt comes back as this till knows it.
 */
import type { DocumentRequest } from '#shared/issuing/document-request.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { clp, ZERO_CLP, type Clp } from '#shared/money/clp.ts'
import { classifyValidation } from '#shared/issuing/classify-validation.ts'
import type { Clock, HttpPort } from '../kernel/ports.ts'
import { createServiceClient } from '../issuing/connection/service-client.ts'
import { toExchange } from '../issuing/steps/exchange.ts'

/** Of a service's refusal: the notes over a document would exceed it. */
const ABOVE_DOCUMENT = 'CREDIT_ABOVE_DOCUMENT'

/** A customer waits at the counter for it; without an answer the till goes by what it knows. */
const JUDGE_TIMEOUT_MS = 5_000

interface BackElsewherePorts {
  readonly http: HttpPort
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Nothing goes out without a verdict: another till of the shop may have given it back. */
  readonly needsWord: boolean
  /** A note over so much of the receipt; null where none can be made. */
  readonly noteOver: (amountClp: Clp) => DocumentRequest | null
}

/** Pesos of `leftClp` that came back at other tills; a refusal when nobody can say how many. */
export async function backElsewhere(
  ports: BackElsewherePorts,
  leftClp: Clp,
): Promise<Result<Clp, Refusal>> {
  const first = await judge(ports, leftClp)
  if (first === 'unheard' && ports.needsWord) return refuse(refusal('RETURN_SHOP_AWAY'))
  if (first === null || first === 'unheard' || first.isFree) return ok(ZERO_CLP)
  // The contract has no field for what is left. Some services say it in words; those are believed
  // only where the same service then finds a note over just that much right.
  const told = amountIn(first.words)
  if (told === 0) return refuse(refusal('OUTSIDE_BACK_ELSEWHERE'))
  if (told === null || told >= leftClp) return refuse(refusal('OUTSIDE_PART_ELSEWHERE'))
  const second = await judge(ports, clp(told))
  return second !== null && second !== 'unheard' && second.isFree
    ? ok(clp(leftClp - told))
    : refuse(refusal('OUTSIDE_PART_ELSEWHERE'))
}

interface Verdict {
  readonly isFree: boolean
  readonly words: string
}

/** Null without a verdict on just this; `unheard` where nobody answered. */
async function judge(
  { http, clock, signal, noteOver }: BackElsewherePorts,
  amountClp: Clp,
): Promise<Verdict | 'unheard' | null> {
  const note = noteOver(amountClp)
  if (note === null) return null
  const body = new Uint8Array(Buffer.from(JSON.stringify(note), 'utf8'))
  const outcome = await createServiceClient(http).validate(body, signal, JUDGE_TIMEOUT_MS)
  const verdict = classifyValidation(toExchange(outcome, clock.now()))
  if (verdict.kind === 'valid') return { isFree: true, words: '' }
  if (verdict.kind !== 'invalid') return 'unheard'
  const above = verdict.errors.find(({ code }) => code === ABOVE_DOCUMENT)
  return above === undefined ? null : { isFree: false, words: above.message }
}

/** The last number of a sentence, as it is written in Chile; null where there is none. */
function amountIn(words: string): number | null {
  const last = words.match(/\d[\d.]*/g)?.at(-1)
  const amount = Number((last ?? '').replace(/\./g, ''))
  return last === undefined || !Number.isSafeInteger(amount) ? null : amount
}
