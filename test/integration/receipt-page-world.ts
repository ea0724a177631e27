/** A service with public pages and a clock the test holds, and what its customers ask of it. */
import { randomBytes } from 'node:crypto'
import { PAGE_HEADER, pageTokenOf } from '#shared/issuing/receipt-page.ts'
import type { PdfRenderer } from '../../electron/service/parts/renderer.ts'
import type { Storage } from '../../electron/service/storage/storage.ts'
import { startInProcess, type InProcessService } from './service-in-process.ts'
import { receiptRequest, type TestLine } from './service-receipts.ts'

export const PUBLIC_ADDRESS = 'https://boletas.example.cl'
export const PAGE_DAYS = 30

export interface PageWorld extends InProcessService {
  /** Creates a receipt whose page has that token; null sends none. */
  issue(reference: string, token: string | null, lines?: readonly TestLine[]): Promise<Response>
  /** As a customer's browser asks, without a key. */
  visit(path: string, headers?: Record<string, string>): Promise<Response>
}

export const newToken = () => pageTokenOf(randomBytes(16))
export const BREAD: TestLine = { name: 'Pan amasado', unitGrossClp: 1990, quantityMilli: 2000 }

export async function startPages(
  openStorage?: (dataDir: string) => Promise<Storage>,
  renderer?: PdfRenderer,
): Promise<PageWorld> {
  const pages = { publicAddress: PUBLIC_ADDRESS, days: PAGE_DAYS }
  const world = await startInProcess({ pages }, openStorage, renderer)
  return {
    ...world,
    issue: (reference, token, lines = [BREAD]) =>
      world.post(
        '/api/invoices',
        JSON.stringify(receiptRequest(reference, lines, world.today())),
        token === null ? {} : { [PAGE_HEADER]: token },
      ),
    visit: (path, headers = {}) =>
      world.service.handle(new Request(`http://127.0.0.1${path}`, { headers })),
  }
}
