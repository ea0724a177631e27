/**
 * The first question to the core, put while the screen's own code is still on its way. Imports
 * nothing that would come first.
 */
import type { Opening } from '#shared/bridge/opening.ts'
import { TILL_NOT_OPEN } from '#shared/bridge/not-open.ts'
import { screenHeaders } from '#shared/bridge/screen-header.ts'

interface Answer {
  readonly code?: string
  readonly result?: { readonly data: Opening }
}

/**
 * Plain fetch: the library for the wire comes later. Null when it is not answered, and each part is
 * then asked for by itself. `onNotOpen`: there is no core, because its data cannot be opened.
 */
export async function askOpening(
  ask: typeof fetch,
  origin: string,
  token: string | null,
  screenId: string,
  place: string | null = null,
  onNotOpen: () => void = () => {},
): Promise<Opening | null> {
  try {
    const headers = screenHeaders(screenId, token, place)
    const response = await ask(`${origin}/trpc/opening`, { headers })
    const body = (await response.json()) as Answer
    if (body.code === TILL_NOT_OPEN) onNotOpen()
    return body.result?.data ?? null
  } catch {
    return null
  }
}
