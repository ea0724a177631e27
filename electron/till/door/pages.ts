/** The screen's own files. They need no core: a browser may begin to load them while the core is being opened. */
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

/** Files whose names carry a hash of what is in them: the same name is the same file for ever. */
const BUILT_ASSETS = '/assets/'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml', '.png': 'image/png', '.ico': 'image/x-icon', '.woff2': 'font/woff2', '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}

/** On every answer of the door, page or not. */
export const secureAnswers = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"], scriptSrc: ["'self'"], styleSrc: ["'self'"], imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: ["'self'"], connectSrc: ["'self'"], manifestSrc: ["'self'"], frameAncestors: ["'none'"], baseUri: ["'none'"],
    formAction: ["'none'"],
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

export async function answerPage(rendererDir: string, path: string): Promise<Response> {
  const file = insideFolder(rendererDir, path)
  if (file === null) return new Response('not found', { status: 404 })
  return answerFile(file, path.startsWith(BUILT_ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache')
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

export async function answerFile(file: string, cacheControl: string): Promise<Response> {
  const type = CONTENT_TYPES[extname(file)]
  if (type === undefined) return new Response('not found', { status: 404 })
  try {
    return new Response(await readFile(file), { headers: { 'Content-Type': type, 'Cache-Control': cacheControl } })
  } catch {
    return new Response('not found', { status: 404 })
  }
}
