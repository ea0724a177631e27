/**
 * The bridge: the rows of shared/bridge/contract.ts with a wire around them. What has no row has no
 * answer. Refusals travel as values; an exception is a bug and reaches the screen as one, without
 * its stack.
 */
import { initTRPC, tracked, TRPCError } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { z } from 'zod'
import { CONTRACT, feedInput, type CommandName, type TillApi } from '#shared/bridge/contract.ts'
import { NO_SCREEN, screenIdSchema } from '#shared/selling/kept-sale.ts'
import type { AnyRow } from '#shared/staff/row.ts'
import { SCREEN_HEADER } from '#shared/bridge/screen-header.ts'
import type { FeedEvent } from '#shared/bridge/views.ts'
import type { ScreenId } from '#shared/core/brand.ts'
import { FeedsFull } from './feeds.ts'

interface Asked {
  readonly till: TillApi
  /** The screen that asks. */
  readonly by: ScreenId
}

/**
 * Answers what comes under `/trpc`. `onBug` hears what was thrown, and nothing of what was refused.
 */
export function answerCommand(
  till: TillApi,
  request: Request,
  onBug?: (path: string, error: string) => void,
): Promise<Response> {
  return fetchRequestHandler({
    endpoint: '/trpc',
    req: request,
    router: tillRouter,
    // The screen knows the rows by their types alone, and asks everything alike.
    allowMethodOverride: true,
    createContext: ({ req }) => ({ till, by: askedBy(req) }),
    onError: ({ error, path }) => {
      if (error.code === 'INTERNAL_SERVER_ERROR')
        onBug?.(path ?? '', error.cause?.stack ?? error.message)
    },
  })
}

/** Throws for a screen that names itself in no form the till knows. */
function askedBy(request: Request): ScreenId {
  const name = request.headers.get(SCREEN_HEADER)
  return name === null ? NO_SCREEN : screenIdSchema.parse(name)
}

const t = initTRPC
  .context<Asked>()
  .create({
    isDev: false,
    sse: {
      ping: { enabled: true, intervalMs: 15_000 },
      client: { reconnectAfterInactivityMs: 40_000 },
    },
  })

const NOTHING = z.undefined()

const names = Object.keys(CONTRACT) as CommandName[]

const tillRouter = t.router({
  ...Object.fromEntries(names.map((name) => [name, procedureOf(name, CONTRACT[name])])),
  // Asked before the stream begins: one listener too many is told so by its status.
  feed: t.procedure.input(feedInput).subscription(({ ctx, input, signal }) => {
    const after = input.lastEventId ? Number(input.lastEventId) : null
    try {
      return tracking(ctx.till.feed(after, signal ?? new AbortController().signal, ctx.by))
    } catch (error) {
      if (!(error instanceof FeedsFull)) throw error
      throw new TRPCError({ code: 'TOO_MANY_REQUESTS', message: error.message })
    }
  }),
})

async function* tracking(events: AsyncIterable<FeedEvent>) {
  for await (const event of events) yield tracked(String(event.seq), event)
}

function procedureOf(name: CommandName, { kind, input: schema }: AnyRow) {
  const asked = t.procedure.input(schema ?? NOTHING)
  // The compiler has checked the core against the same rows; here they are one kind.
  const answer = ({ ctx, input }: { readonly ctx: Asked; readonly input: unknown }): unknown => {
    const method = ctx.till[name] as (...given: readonly unknown[]) => unknown
    return schema === null ? method(ctx.by) : method(input, ctx.by)
  }
  return kind === 'query' ? asked.query(answer) : asked.mutation(answer)
}
