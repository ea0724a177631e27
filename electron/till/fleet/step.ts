/** Work for the shop, taken again and again: milliseconds until the next look; waking ends them. */
export type Step = (signal: AbortSignal) => Promise<number>

/** How often a till in a shop looks whether there is something to do, and for now there is not. */
export const LOOK_EVERY_MS = 500
/** There is nothing to do until the till joins or leaves. */
export const UNTIL_WOKEN_MS = 3_600_000
/** What the service has no part for is asked again then: it may be another one. */
export const NONE_REST_MS = 300_000
/** Between two slices, or two requests, a command of the counter comes in. */
export const SLICE_REST_MS = 2
