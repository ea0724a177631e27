/**
 * The first import of each page: zod would try whether it may make code out of text, which the
 * page's policy refuses aloud. Said by the name zod looks at, before it is there.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
