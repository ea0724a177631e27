import { expect, it } from 'vitest'
import { pdfFileName } from './pdf-file-name.ts'

it('names receipts of one folio and two types apart', () => {
  expect((['39', '41', '61'] as const).map((type) => pdfFileName(type, 42))).toEqual([
    'boleta-39-000042.pdf',
    'boleta-exenta-41-000042.pdf',
    'nota-de-credito-61-000042.pdf',
  ])
})
