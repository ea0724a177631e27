/**
 * What a customer opens with the address on a slip or a screen: the document's page and its PDF.
 * Whoever has the address sees them, so nothing says which addresses there are: one answer for what
 * never was, what is over and what is still to come. `GET /api/receipt-pages` tells a till where
 * the pages are; a service without them has neither route.
 */
import { createRoute, z } from '@hono/zod-openapi'
import { PAGES_PATH, pagesSchema } from '#shared/issuing/receipt-page.ts'
import { visitorOf } from './visitor.ts'
import { RateLimiter } from '../auth/rate-limiter.ts'
import { creditedOfRow } from '../documents/credits.ts'
import { hasPdf, pageFactsOf } from '../pages/page-facts.ts'
import { documentPage, nothingPage, PAGE_POLICY, saidPage } from '../pages/page-html.ts'
import { findPage } from '../documents/page-store.ts'
import { wordsOf } from '#shared/languages/core-words.ts'
import type { Language } from '#shared/languages/languages.ts'
import { languageAsked } from '../pages/page-language.ts'
import type { PageSettings, ServiceParts } from '../parts/parts.ts'
import type { PdfMaker } from '../pdf/pdf-maker.ts'
import { mount, requestHeader, type ServiceApp, type ServiceContext } from './http.ts'
import { jsonAnswer } from './openapi-shapes.ts'

/** From one place; a phone opens two or three. */
export const VISITS_PER_MINUTE = 60
/** Of one document: drawing one takes a thread's time. */
export const PDFS_PER_MINUTE = 10

const tokenPath = z.object({ token: z.string() })
const asText = (type: string) => ({ content: { [type]: { schema: z.string() } } })

const pagesRoute = createRoute({
  method: 'get',
  path: PAGES_PATH,
  summary: 'Where the public pages of documents are, and for how long',
  tags: ['Public pages'],
  responses: { 200: jsonAnswer('Present only with such pages', pagesSchema) },
})
const pageRoute = createRoute({
  method: 'get',
  path: '/r/{token}',
  summary: 'The page of a document for its customer; the token is its key',
  tags: ['Public pages'],
  security: [],
  request: { params: tokenPath },
  responses: {
    200: { description: 'State, figures and PDF', ...asText('text/html') },
    404: { description: 'Unknown, over, or still to come', ...asText('text/html') },
  },
})
const pdfRoute = createRoute({
  method: 'get',
  path: '/r/{token}/boleta.pdf',
  summary: 'The PDF of that document',
  tags: ['Public pages'],
  security: [],
  request: { params: tokenPath },
  responses: {
    200: { description: 'The PDF for 80 mm paper', ...asText('application/pdf') },
    404: { description: 'Unknown, over, or still to come', ...asText('text/html') },
  },
})

export function receiptPageRoutes(
  app: ServiceApp,
  parts: ServiceParts,
  pdfs: PdfMaker,
  pages: PageSettings,
): void {
  const visits = new RateLimiter(parts.clock, VISITS_PER_MINUTE)
  const drawings = new RateLimiter(parts.clock, PDFS_PER_MINUTE)

  mount(app, pagesRoute, (c) => c.json({ public_address: pages.publicAddress, days: pages.days }))

  app.use('/r/*', (c, next) => {
    const waitS = visits.secondsToWait(visitorOf(c, parts.settings))
    return waitS > 0 ? tooMany(c, waitS) : next()
  })

  mount(app, pageRoute, (c) =>
    guarded(parts, c, async () => {
      const token = c.req.param('token') ?? ''
      const document = await findPage(parts, token)
      if (document === null) return nothing(c)
      const creditedClp = await creditedOfRow(parts.storage.read, document.row)
      const language = languageFor(c)
      const facts = pageFactsOf(document, creditedClp, language)
      return page(c, 200, documentPage(facts, language, `${token}/boleta.pdf`))
    }),
  )

  mount(app, pdfRoute, (c) =>
    guarded(parts, c, async () => {
      const document = await findPage(parts, c.req.param('token') ?? '')
      if (document === null || !hasPdf(document)) return nothing(c)
      const waitS = drawings.secondsToWait(document.row.id)
      if (waitS > 0) return tooMany(c, waitS)
      const { filename, bytes } = await pdfs.renderForCustomer(document)
      return c.body(new Uint8Array(bytes), 200, {
        ...HEADERS,
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${filename.replace(/[^\w.-]/g, '_')}"`,
        'content-security-policy': "frame-ancestors 'none'",
      })
    }),
  )

  // Whatever else is tried there.
  app.get('/r/*', nothing)
}

const HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'private, no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow, noarchive',
}

async function page(
  c: ServiceContext,
  status: 200 | 404 | 429 | 503,
  body: ReturnType<typeof nothingPage>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return c.html(await body, status, {
    ...HEADERS,
    vary: 'accept-language',
    'content-security-policy': PAGE_POLICY,
    ...headers,
  })
}

function nothing(c: ServiceContext): Promise<Response> {
  return page(c, 404, nothingPage(languageFor(c)))
}

function tooMany(c: ServiceContext, waitS: number): Promise<Response> {
  const language = languageFor(c)
  return page(c, 429, saidPage(language, wordsOf(language).receiptPage.tooMany), {
    'retry-after': String(waitS),
  })
}

/** A customer is told in words what a program is told in a code. */
async function guarded(
  parts: ServiceParts,
  c: ServiceContext,
  answer: () => Promise<Response>,
): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    // The route's pattern, never its address: the token is a key.
    const requestId = c.get('requestId')
    parts.log.error({ err: error, requestId, route: c.req.routePath }, 'a page failed')
    const language = languageFor(c)
    return page(c, 503, saidPage(language, wordsOf(language).receiptPage.away), {
      'retry-after': '60',
    })
  }
}

function languageFor(c: ServiceContext): Language {
  return languageAsked(requestHeader(c, 'accept-language') ?? '')
}
