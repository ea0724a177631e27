import { createPages } from '#till/http/pages.ts'
import { GUARDED } from '../guarded.ts'

/** The customer's page stands on an address of its own: what it asks is told apart by it. */
const CUSTOMER_HOST = 'cliente'
export const CUSTOMER_URL = `till://${CUSTOMER_HOST}/customer.html`
const CUSTOMER_QUESTIONS: ReadonlySet<string> = new Set([
  '/trpc/customerView',
  '/trpc/customerPicture',
])

/** Pages at once, from the window's own process; whatever asks the core goes to it. */
export function behindWindow(
  rendererDir: string,
  handle: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  const pages = createPages(rendererDir)
  return async (request) => {
    const { hostname, pathname } = new URL(request.url)
    if (!GUARDED.test(pathname)) return pages(request)
    if (hostname === CUSTOMER_HOST && !CUSTOMER_QUESTIONS.has(pathname))
      return Response.json({ code: 'NOT_FOR_CUSTOMERS' }, { status: 403 })
    return handle(request)
  }
}
