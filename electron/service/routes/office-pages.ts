/** The head office's pages themselves, as they were built. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { secureHeaders } from 'hono/secure-headers'
import { fileURLToPath } from 'node:url'
import type { ServiceApp } from './http.ts'

const PAGE = 'office.html'
/** Where a build lies: a server runs from a checkout, and the one beside a till serves none. */
const BUILT = fileURLToPath(new URL('../../../out/renderer', import.meta.url))

/** Null where nothing was built. */
export const builtPages = (): string | null => (existsSync(join(BUILT, PAGE)) ? BUILT : null)

export function officePages(app: ServiceApp, folder: string | null): void {
  if (folder === null) {
    const sentence = 'Las páginas de la casa central no están construidas: npm run build\n'
    app.get('/office/*', (c) => c.text(sentence, 404))
    return
  }
  app.use(
    '/office/*',
    secureHeaders({
      contentSecurityPolicy: {
        ...{ defaultSrc: ["'none'"], scriptSrc: ["'self'"], styleSrc: ["'self'"] },
        ...{ imgSrc: ["'self'"], fontSrc: ["'self'"], connectSrc: ["'self'"] },
        ...{ frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
        ...{ requireTrustedTypesFor: ["'script'"], trustedTypes: ["'none'"] },
      },
      ...{ xFrameOptions: 'DENY', referrerPolicy: 'no-referrer' },
      ...{ strictTransportSecurity: false, crossOriginResourcePolicy: 'same-origin' },
    }),
  )
  app.get('/office', (c) => c.redirect('/office/'))
  app.get('/office/', serveStatic({ root: folder, path: PAGE }))
  const assets = (path: string) => path.replace(/^\/office/, '')
  app.get('/office/assets/*', serveStatic({ root: folder, rewriteRequestPath: assets }))
  app.get('/office/mark.svg', serveStatic({ root: folder, path: 'mark.svg' }))
}
