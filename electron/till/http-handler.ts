/**
 * The core's HTTP handler: a web request in, a web response out, the same for a browser and for
 * Electron's window.
 */
import type { Log } from '#shared/core/ports.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { SaleId } from '#shared/core/brand.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { SavedPdf } from './printing/saved-pdf.ts'
import { answerCommand } from './router.ts'
import { answerPage, secureAnswers } from './http/pages.ts'

/** Largest command: a cart of 1,000 lines is about 250 KB. */
const COMMAND_BYTES_MAX = 1_048_576

/** What a cashier waits for, as the router names it. */
const FOREGROUND_COMMANDS: ReadonlySet<string> = new Set([
  'searchProducts',
  'productByCode',
  'saveDraft',
  'takeSale',
  'saleNeeds',
  'openSale',
  'commitSale',
])

const limitBody = bodyLimit({
  maxSize: COMMAND_BYTES_MAX,
  onError: (context) => context.json({ code: 'BODY_TOO_LARGE' }, 413),
})

interface HttpHandlerOptions {
  readonly api: TillApi
  readonly rendererDir: string
  readonly paperDir: string
  readonly knowsPaper: (jobId: string) => boolean
  /** The counter waits for a PIN: no paper is shown. */
  readonly isLocked: () => boolean
  /** The document itself, to be saved as a file; null while there is none. */
  readonly receiptPdf: (saleId: SaleId) => Promise<SavedPdf | null>
  /** A command of somebody who stands at the counter has come in. */
  readonly onForeground: () => void
  readonly log: Log
}

export function createHttpHandler(
  options: HttpHandlerOptions,
): (request: Request) => Promise<Response> {
  const { api, rendererDir, paperDir, knowsPaper, isLocked, receiptPdf, onForeground, log } =
    options
  const app = new Hono()
  app.use(secureAnswers)
  // A screen says how much it sends; what does not is no screen.
  app.use('/trpc/*', async (context, next) =>
    context.req.header('transfer-encoding') === undefined
      ? next()
      : context.json({ code: 'LENGTH_REQUIRED' }, 411),
  )
  app.use('/trpc/*', limitBody)
  app.all('/trpc/:command', (context, next) => {
    if (FOREGROUND_COMMANDS.has(context.req.param('command'))) onForeground()
    return next()
  })
  app.all('/trpc/*', (context) =>
    answerCommand(api, context.req.raw, (path, error) => log('command failed', { path, error })),
  )
  app.use('/paper/*', async (context, next) =>
    isLocked() ? context.json({ code: 'SIGN_IN_REQUIRED' }, 403) : next(),
  )
  app.get('/paper/:file{[0-9A-HJKMNP-TV-Z]{26}\\.png}', async (context) => {
    const file = context.req.param('file')
    if (!knowsPaper(file.slice(0, 26))) return context.notFound()
    return answerPaper(join(paperDir, file))
  })
  // Under /paper, which the hosts guard: a receipt is nobody's business who has no token.
  app.get('/paper/receipt/:saleId{[0-9A-HJKMNP-TV-Z]{26}}', async (context) => {
    const saved = await receiptPdf(context.req.param('saleId') as SaleId)
    if (saved === null) return context.notFound()
    return context.body(saved.bytes, 200, {
      'Content-Type': 'application/pdf',
      'Cache-Control': 'private, no-store',
      'Content-Disposition': `attachment; filename="${saved.fileName}"`,
    })
  })
  app.get('*', (context) => answerPage(rendererDir, context.req.path))
  app.onError((error, context) => {
    log('request failed', { path: context.req.path, error: error.stack ?? error.message })
    return context.json({ code: 'INTERNAL_ERROR' }, 500)
  })
  const { fetch: answer } = app
  return async (request) => answer(request)
}

async function answerPaper(file: string): Promise<Response> {
  try {
    return new Response(await readFile(file), {
      // The browser keeps no picture of its own: what is erased here would stay there.
      headers: { 'Content-Type': 'image/png', 'Cache-Control': 'private, no-store' },
    })
  } catch {
    return new Response('not found', { status: 404 })
  }
}
