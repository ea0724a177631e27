/** Which methods an address takes, for whoever came with another one. */
import type { ServiceApp } from './http.ts'

/** Empty for an address that is not there. Asked only once nothing else has answered. */
export function methodsByPath(app: Pick<ServiceApp, 'routes'>): (path: string) => string[] {
  // What takes every method looks at requests on their way and answers none.
  const routes = app.routes
    .filter(({ method, path }) => method !== 'ALL' && !path.endsWith('*'))
    .map(({ method, path }) => ({ method, form: formOf(path) }))
  return (path) => [
    ...new Set(routes.filter(({ form }) => form.test(path)).map(({ method }) => method)),
  ]
}

/** A route's path with its `:parameters`, each one segment. */
function formOf(path: string): RegExp {
  const parts = path
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  return new RegExp(`^${parts.join('/')}$`)
}
