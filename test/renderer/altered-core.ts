/**
 * What neither a port nor a command can bring about: one command of a real core fails, or its
 * answer is another one. Last resort; everything else is set in the core or at its ports.
 */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { FeedEvent } from '#shared/bridge/views.ts'
import type { SaleId } from '#shared/core/brand.ts'

type Name = Exclude<keyof TillApi, 'feed'>
type Asked = (...args: never[]) => unknown

export interface AlteredCore {
  readonly api: TillApi
  /** From now on this stands for the command; null = the core's own again. */
  alter<Of extends Name>(name: Of, answer: ((own: TillApi[Of]) => TillApi[Of]) | null): void
  /** Screens read again what this is about. */
  tell(kind: FeedEvent['kind'], saleId?: SaleId | null): void
}

export function alteredCore(core: TillApi): AlteredCore {
  const altered = new Map<PropertyKey, Asked>()
  const listeners = new Set<(event: FeedEvent) => void>()
  let seq = 0
  const feed: TillApi['feed'] = async function* (...asked) {
    const waiting: FeedEvent[] = []
    let isOver = false
    let wake = () => {}
    const hear = (event: FeedEvent) => {
      waiting.push(event)
      wake()
    }
    listeners.add(hear)
    const own = (async () => {
      for await (const event of core.feed(...asked)) {
        seq = event.seq
        hear(event)
      }
    })().finally(() => {
      isOver = true
      wake()
    })
    try {
      while (!isOver) {
        yield* waiting.splice(0)
        await new Promise<void>((resolve) => {
          wake = resolve
          if (isOver || waiting.length > 0) resolve()
        })
      }
    } finally {
      listeners.delete(hear)
      await own
    }
  }
  return {
    api: new Proxy(core, {
      get: (own, name) =>
        name === 'feed' ? feed : (altered.get(name) ?? (Reflect.get(own, name) as unknown)),
    }),
    alter(name, answer) {
      if (answer === null) altered.delete(name)
      else altered.set(name, answer(core[name]))
    },
    tell(kind, saleId = null) {
      for (const hear of listeners) hear({ seq, kind, saleId })
    },
  }
}
