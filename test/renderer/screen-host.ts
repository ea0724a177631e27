/**
 * Serves a built screen and a core as the kiosk host does: token, the shipped content policy, the
 * real router.
 */
import { serve, type ServerType } from '@hono/node-server'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { Till } from '#till/till.ts'
import { createPages } from '../../electron/till/http/pages.ts'
import { answerCommand } from '../../electron/till/router.ts'

export interface ScreenHost {
  readonly url: string
  stop(): Promise<void>
}

/** A till, or one with an `api` that was altered. */
export interface HostedCore {
  readonly api: TillApi
  /** Papers. */
  readonly handle: Till['handle']
}

export async function startScreenHost(
  root: string,
  core: HostedCore,
  token = 'test-token',
): Promise<ScreenHost> {
  const pages = createPages(root)
  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    const isCommand = pathname.startsWith('/trpc')
    const isPaper = pathname.startsWith('/paper/')
    if (!isCommand && !isPaper) return pages(request)
    if (request.headers.get('authorization') !== `Bearer ${token}`)
      return new Response('no token', { status: 401 })
    return isCommand ? answerCommand(core.api, request) : core.handle(request)
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
