import { hash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { FONTS_DIR } from '../../../test/support/fonts-dir.ts'
import { sampleCreditNote, sampleReceipt, WIDTHS } from '../../../test/support/paper-samples.ts'
import type { DocumentPaper } from '../parts/document-paper.ts'
import { DRAWING_VERSION } from './drawing-version.ts'
import { createLocalRenderer } from './local-renderer.ts'

const export110: Omit<DocumentPaper, 'widthMm'> = {
  issuer: {
    legalName: 'Viña del Ñuble SpA',
    taxNumberLabel: 'R.U.T.',
    taxNumber: '76.192.083-9',
    activity: 'Elaboración de vinos',
    branchAddress: 'Sucursal: Los Leones 1203',
    address: 'Camino Real 1, Chillán',
    logo: null,
  },
  documentName: 'FACTURA DE EXPORTACIÓN ELECTRÓNICA',
  letter: 'A',
  number: 'N° 42',
  taxOffice: 'S.I.I. - CHILLÁN',
  date: '20-11-2026',
  recipient: [{ label: 'Señor(es)', value: 'Wine & Co' }],
  headerInfo: [{ label: 'Caja', value: '1' }],
  references: ['Orden de compra 801 N° 7'],
  customs: [{ label: 'Puerto de embarque', value: 'VALPARAÍSO' }],
  lines: [
    {
      description: 'Vino',
      detail: '2 × 1.000',
      amount: '2.000',
      discount: { label: 'Descuento 10 %', value: '-200' },
      isExempt: true,
    },
  ],
  totals: [{ label: 'TOTAL', value: '2.000' }],
  footerInfo: [{ label: 'Glosa', value: 'Frágil' }],
  legends: ['OPERACIÓN SUJETA A RETENCIÓN'],
  tedXml: null,
  qrText: 'https://www.afip.gob.ar/fe/qr/?p=abc',
  resolution: { number: 80, year: 2014 },
  verifyAt: 'www.sii.cl',
  isTest: true,
}

it('is another one as soon as any paper is drawn otherwise: nothing stored before is handed out', async () => {
  const renderer = createLocalRenderer(FONTS_DIR)
  const drawn = await Promise.all(
    WIDTHS.flatMap((widthMm) => [
      renderer.receipt(sampleReceipt(widthMm)),
      renderer.receipt(sampleReceipt(widthMm, { isTest: true })),
      renderer.receipt(sampleCreditNote(widthMm)),
      renderer.document({ ...export110, widthMm }),
    ]),
  )
  // Write what this says into drawing-version.ts.
  expect(DRAWING_VERSION).toBe(hash('sha256', drawn.map(saidOf).join()).slice(0, 16))
})

/** What a PDF says, however well zlib pressed it on this machine. */
function saidOf(pdf: Uint8Array): string {
  const text = Buffer.from(pdf).toString('latin1')
  const streams = /<<\/Length \d+([^]*?)>>\nstream\n([^]*?)\nendstream/g
  return text
    .slice(0, text.lastIndexOf('xref\n0 '))
    .replaceAll(streams, (_, entries: string, deflated: string) => {
      return entries + inflateSync(Buffer.from(deflated, 'latin1')).toString('latin1')
    })
}
