/** Documents as the service stores them, for tests of their paper. */
import type { IsoDate } from '#shared/core/brand.ts'
import { DOCUMENT_TYPES } from '../../electron/service/catalogues/catalogues.ts'
import type { StoredDocument } from '../../electron/service/documents/stored-document.ts'
import { receiptRequest, type TestLine } from '../integration/service-receipts.ts'

export function stored(
  lines: readonly TestLine[],
  change: Partial<StoredDocument['request']> = {},
): StoredDocument {
  const request = { ...receiptRequest('P-1', lines, '2026-11-20' as IsoDate), ...change }
  const type = DOCUMENT_TYPES.find(
    (entry) => entry.country === 'CHL' && entry.invoice_type === request.invoice_type,
  )
  if (type === undefined) throw new Error('no such type')
  return {
    request,
    type,
    row: {
      number: 7,
      ted_xml: '<TED/>',
      is_trial: 1,
      cae: null,
      cae_expires_on: null,
      deleted_at_ms: null,
    } as StoredDocument['row'],
    company: {
      document_number: '76192083-9',
      name: 'Almacén',
      activity: 'Giro',
      address: 'Calle 1',
      city: 'Arica',
      logo: null,
      is_test: 1,
    } as StoredDocument['company'],
  }
}
