/**
 * Serves a built screen and a core, in memory or a real one, as the kiosk host does: token, strict
 * content policy, the real router.
 */
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { serve, type ServerType } from '@hono/node-server'
import { answerCommand } from '../../electron/till/router.ts'
import type { MemoryTill } from './memory-till.ts'

const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export interface MemoryHost {
  readonly url: string
  stop(): Promise<void>
}

export async function startMemoryHost(
  root: string,
  till: Pick<MemoryTill, 'api' | 'paper'>,
  token = 'test-token',
): Promise<MemoryHost> {
  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    const isPrivate = pathname.startsWith('/trpc') || pathname.startsWith('/paper/')
    if (isPrivate && request.headers.get('authorization') !== `Bearer ${token}`)
      return new Response('no token', { status: 401 })
    if (pathname.startsWith('/trpc')) {
      return answerCommand(till.api, request)
    }
    if (pathname.startsWith('/paper/')) {
      const image = till.paper(pathname)
      return image
        ? new Response(new Uint8Array(image), { headers: { 'content-type': 'image/png' } })
        : new Response(null, { status: 404 })
    }
    return file(root, pathname)
  }
  const { server, port } = await new Promise<{ server: ServerType; port: number }>((resolve) => {
    const server = serve({ fetch: answer, hostname: '127.0.0.1', port: 0 }, (address) =>
      resolve({ server, port: address.port }),
    )
  })
  return {
    url: `http://127.0.0.1:${port}/#token=${token}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}

async function file(root: string, pathname: string): Promise<Response> {
  const path = normalize(join(root, pathname === '/' ? 'index.html' : pathname))
  if (!path.startsWith(root + sep)) return new Response(null, { status: 404 })
  try {
    const body = new Uint8Array(await readFile(path))
    return new Response(body, {
      headers: {
        'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
        'content-security-policy': CONTENT_POLICY,
      },
    })
  } catch {
    return new Response(null, { status: 404 })
  }
}
