/** What needs the core: everything that is not the public page itself. */
export const GUARDED = /^\/(trpc|paper|rescue)(\/|$)/
