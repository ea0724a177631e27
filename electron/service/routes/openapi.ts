/**
 * The description of the interface, made from the schemas the handlers use, and a page to read it
 * without a network.
 */
import type { ServiceApp } from './http.ts'
import { docsPage } from './docs-page.ts'

const INFO = {
  title: 'Electronic Tax Document Service',
  version: '1.0.0',
  description:
    'Issues and manages electronic tax documents for companies in Chile, Argentina and Uruguay.',
  license: { name: 'Unlicensed', identifier: 'LicenseRef-Unlicensed' },
}

/** Mounted last, so that the document holds every route. */
export function openApiRoutes(app: ServiceApp): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'ApiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
  })
  type Document = ReturnType<typeof app.getOpenAPI31Document>
  let made: Document | null = null
  // Made when somebody reads it: it would be a tenth of a second of a start.
  const document = () =>
    (made ??= app.getOpenAPI31Document({
      openapi: '3.1.0',
      info: INFO,
      servers: [{ url: '/', description: 'Where this document was read' }],
      security: [{ ApiKey: [] }],
    }))
  app.get('/openapi.json', (c) => c.json(document()))
  app.get('/docs', async (c) =>
    c.html(await docsPage(document()), 200, {
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    }),
  )
}
