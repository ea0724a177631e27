/**
 * Whatever else starts in the morning waits until the screen has its first picture: they would
 * share the processors.
 */
interface ScreenFirst {
  readonly handle: (request: Request) => Promise<Response>
  /**
   * Resolves when the screen has been told what it shows first and had the time to draw it, or
   * after the patience.
   */
  readonly shown: (patienceMs: number) => Promise<void>
}

/** The screen's first question, of shared/bridge/opening.ts. */
const FIRST_QUESTION = '/trpc/opening'
/** What the browser needs to draw the answer. */
const DRAWING_MS = 400

export function screenFirst(handle: (request: Request) => Promise<Response>): ScreenFirst {
  const first = Promise.withResolvers<void>()
  return {
    async handle(request) {
      const response = await handle(request)
      if (new URL(request.url).pathname === FIRST_QUESTION) setTimeout(first.resolve, DRAWING_MS)
      return response
    },
    async shown(patienceMs) {
      const timer = setTimeout(first.resolve, patienceMs)
      await first.promise
      clearTimeout(timer)
    },
  }
}
