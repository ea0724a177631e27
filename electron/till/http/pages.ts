/**
 * The screen's own files. They need no core: a browser may begin to load them while the core is
 * being opened.
 */
import { readFileSync } from 'node:fs'
import { extname, join, normalize, sep } from 'node:path'
import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

/** Files whose names carry a hash of what is in them: the same name is the same file for ever. */
const BUILT_ASSETS = '/assets/'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}

/** On every answer of the door, page or not. */
export const secureAnswers = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    manifestSrc: ["'self'"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    // Markup and script are never made out of text, and no policy may allow it.
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ["'none'"],
  },
  xFrameOptions: 'DENY',
  referrerPolicy: 'no-referrer',
  strictTransportSecurity: false,
  crossOriginResourcePolicy: 'same-origin',
})

/** The door's pages alone. */
export function createPages(rendererDir: string): (request: Request) => Promise<Response> {
  const pages = new Hono()
  pages.use(secureAnswers)
  pages.get('*', (context) => answerPage(rendererDir, context.req.path))
  const { fetch: answer } = pages
  return async (request) => answer(request)
}

/**
 * Read at one go: while the core is being loaded each turn of the thread takes long, and reading in
 * turns takes several.
 */
export function answerPage(rendererDir: string, path: string): Response {
  const file = insideFolder(rendererDir, path)
  const type = file === null ? undefined : CONTENT_TYPES[extname(file)]
  if (file === null || type === undefined) return notFound()
  const cacheControl = path.startsWith(BUILT_ASSETS)
    ? 'public, max-age=31536000, immutable'
    : 'no-cache'
  try {
    return new Response(readFileSync(file), {
      headers: { 'Content-Type': type, 'Cache-Control': cacheControl },
    })
  } catch {
    return notFound()
  }
}

/** The file a path names, or null when it would leave the folder in any spelling. */
function insideFolder(folder: string, path: string): string | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    return null
  }
  if (decoded.includes('\0') || decoded.includes('\\')) return null
  const root = normalize(folder)
  const file = normalize(join(root, decoded === '/' ? 'index.html' : decoded))
  return file.startsWith(root.endsWith(sep) ? root : root + sep) ? file : null
}

function notFound(): Response {
  return new Response('not found', { status: 404 })
}
