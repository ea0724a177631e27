/**
 * Serves a built screen and a core, in memory or a real one, as the kiosk host does: token, the
 * shipped content policy, the real router.
 */
import { serve, type ServerType } from '@hono/node-server'
import { createPages } from '../../electron/till/http/pages.ts'
import { answerCommand } from '../../electron/till/router.ts'
import type { MemoryTill } from './memory-till.ts'

export interface MemoryHost {
  readonly url: string
  stop(): Promise<void>
}

export async function startMemoryHost(
  root: string,
  till: Pick<MemoryTill, 'api' | 'paper'>,
  token = 'test-token',
): Promise<MemoryHost> {
  const pages = createPages(root)
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
    return pages(request)
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
