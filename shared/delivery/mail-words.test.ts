/** An e-mail calls the RUT of the shop as its papers do. */
import { expect, it } from 'vitest'
import type { IsoDate } from '../core/brand.ts'
import { clp } from '../money/clp.ts'
import { sampleReportPaper } from '../../test/support/report-samples.ts'
import { closingMailText } from './closing-mail.ts'
import { receiptMail } from './receipt-mail.ts'

const RUT = /R\.U\.T\.: 76\.192\.083-9/

it('of a closing', () =>
  expect(closingMailText(sampleReportPaper('Z', 80), null).text).toMatch(RUT))

it('of a receipt', () =>
  expect(
    receiptMail({
      ...{ documentType: '39', folio: 1, date: '2026-11-20' as IsoDate },
      ...{ totalClp: clp(1190), netoClp: clp(1000), ivaClp: clp(190), exentoClp: clp(0) },
      shop: { tradeName: 'Doña Rosa', legalName: 'Almacén Doña Rosa SpA', rut: '76192083-9' },
    }).text,
  ).toMatch(RUT))
