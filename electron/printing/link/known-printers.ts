/** What the till has learnt of the printers at the ends of its lines since it started. */
export interface KnownPrinter {
  /** It is between two papers: no picture is open in it. */
  isClean: boolean
  /** It has answered a question: from then on its silence is trouble. */
  hasAnswered: boolean
  /** It was waited for long enough once to know that its silence is its way. */
  wasAsked: boolean
  /** It swallowed a paper without a sign of life; the next one is not thrown after it. */
  hasSwallowed: boolean
}

export class KnownPrinters {
  readonly #known = new Map<string, KnownPrinter>()

  at(address: string): KnownPrinter {
    const known = this.#known.get(address) ?? nobodyKnows()
    this.#known.set(address, known)
    return known
  }
}

export function nobodyKnows(): KnownPrinter {
  return { isClean: false, hasAnswered: false, wasAsked: false, hasSwallowed: false }
}

/** A late answer is an answer: whoever may give one is waited for longer. */
export function answerLimitMs(
  { hasAnswered, wasAsked }: KnownPrinter,
  { answerMs, lateAnswerMs }: { readonly answerMs: number; readonly lateAnswerMs: number },
): number {
  return hasAnswered || !wasAsked ? lateAnswerMs : answerMs
}
