import { createPages } from '#till/http/pages.ts'
import { GUARDED } from '../guarded.ts'

/** Pages at once, from the window's own process; whatever asks the core goes to it. */
export function behindWindow(
  rendererDir: string,
  handle: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  const pages = createPages(rendererDir)
  return (request) =>
    GUARDED.test(new URL(request.url).pathname) ? handle(request) : pages(request)
}
