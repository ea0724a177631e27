/** An invoice of a branch; its buyer's name, line of business and place are as long as may be. */
import type { PaperWidthMm } from '#shared/paper/paper-model.ts'
import type { DocumentPaper } from '../../electron/service/parts/document-paper.ts'
import { sampleTed } from './paper-samples.ts'

export function sampleInvoice(widthMm: PaperWidthMm): DocumentPaper {
  return {
    widthMm,
    issuer: {
      legalName: 'Almacén y Panadería Doña Rosa SpA',
      taxNumberLabel: 'R.U.T.',
      taxNumber: '76.192.083-9',
      activity: 'Giro: Venta al por menor de alimentos',
      address: 'Casa matriz: Av. Irarrázaval 3456, Ñuñoa',
      branchAddress: 'Sucursal: Los Leones 1203, Providencia',
      logo: null,
    },
    documentName: 'FACTURA ELECTRÓNICA',
    letter: null,
    number: 'N° 1207',
    taxOffice: 'S.I.I. - ÑUÑOA',
    date: '20-11-2026',
    recipient: [
      {
        label: 'Señor(es)',
        value:
          `Sociedad Importadora de Herramientas y Materiales de ${'Construcción '.repeat(4)}`.trim(),
      },
      { label: 'R.U.T.', value: '76.000.006-K' },
      { label: 'Giro', value: 'Venta de ferretería y herramientas, otro' },
      {
        label: 'Dirección',
        value: "Av. Libertador Bernardo O'Higgins 12345, oficina 1207, piso 12, fondo",
      },
      { label: 'Comuna', value: 'San Pedro de la Costa' },
    ],
    headerInfo: [
      { label: 'Hora', value: '14:32' },
      { label: 'Caja', value: '1' },
      { label: 'Cajero', value: 'Ana P.' },
      { label: 'Condición de pago', value: 'Contado' },
    ],
    references: [],
    customs: [],
    lines: [
      {
        description: 'Taladro percutor inalámbrico 20 V con dos baterías y maletín',
        detail: '3 × $121.372,55',
        amount: '$364.118',
        discount: { label: 'Descuento 10 %', value: '-$36.412' },
        isExempt: false,
      },
      { description: 'Manual técnico', detail: '1 × $5.000', amount: '$5.000', isExempt: true },
    ],
    totals: [
      { label: 'Monto neto', value: '$327.706' },
      { label: 'Monto exento', value: '$5.000' },
      { label: 'IVA (19%)', value: '$62.264' },
      { label: 'TOTAL', value: '$394.970' },
    ],
    footerInfo: [{ label: 'Forma de pago', value: 'Efectivo' }],
    legends: [],
    tedXml: sampleTed(763),
    qrText: null,
    resolution: { number: 80, year: 2014 },
    verifyAt: 'www.sii.cl',
    isTest: false,
  }
}
