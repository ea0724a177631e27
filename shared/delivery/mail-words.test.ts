/** An e-mail calls the RUT of the shop as its papers do. */
import { expect, it } from 'vitest'
import { mailedDocument } from '../../test/support/mailed-document.ts'
import { sampleReportPaper } from '../../test/support/report-samples.ts'
import { closingMailText } from './closing-mail.ts'
import { receiptMail } from './receipt-mail.ts'

const RUT = /R\.U\.T\.: 76\.192\.083-9/

it('of a closing', () =>
  expect(closingMailText(sampleReportPaper('Z', 80), null).text).toMatch(RUT))

it('of a receipt', () => expect(receiptMail(mailedDocument()).text).toMatch(RUT))
