/**
 * Paper models in, PDF bytes out. The issuing service and the till print through the same
 * functions.
 */
import { noonOf, printedDay } from '#shared/time/calendar.ts'
import { assert } from '#shared/core/result.ts'
import { layoutBanner, type BannerPaper } from '#shared/paper/banner-layout.ts'
import { layoutLetterhead, type LetterheadPaper } from '#shared/paper/letterhead-layout.ts'
import { layoutLabels, type LabelPaper } from '#shared/catalogue/label-layout.ts'
import { layoutPageCode, type PageCodePaper } from '#shared/paper/page-code.ts'
import { layoutReceipt } from '#shared/paper/receipt-layout.ts'
import { layoutReport, type ReportPaper } from '#shared/paper/report-layout.ts'
import { layoutSlip } from '#shared/paper/slip-layout.ts'
import {
  layoutTestPage,
  stampLayoutOn,
  TEST_STAMP_TEXT,
  type TestPagePaper,
} from '#shared/paper/test-page-layout.ts'
import { arrangeStamp } from '#shared/paper/stamp-arrangement.ts'
import type { ReceiptPaper, SlipPaper } from '#shared/paper/paper-model.ts'
import { encodeBars, encodeQr, encodeStamp } from './codes.ts'
import { readLogo } from './logo.ts'
import { loadPaperFonts } from './paper-fonts.ts'
import { writePdf } from './pdf-writer.ts'

export interface PaperRenderer {
  /** A receipt of type 39 or 41. The same paper always gives the same bytes. */
  readonly renderReceiptPdf: (paper: ReceiptPaper) => Promise<Uint8Array<ArrayBuffer>>
  /** The provisional slip, which is not the tax document. */
  readonly renderSlipPdf: (slip: SlipPaper) => Promise<Uint8Array>
  /** A strip such as COPIA, to be printed above another paper. */
  readonly renderBannerPdf: (banner: BannerPaper) => Promise<Uint8Array>
  /** The shop's logo and lines around a paper. A logo that cannot be read is left out. */
  readonly renderLetterheadPdf: (letterhead: LetterheadPaper) => Promise<Uint8Array>
  /** An X or a Z. */
  readonly renderReportPdf: (report: ReportPaper) => Promise<Uint8Array>
  /** Labels for shelves and goods, on a roll or on sheets of A4. */
  readonly renderLabelsPdf: (labels: LabelPaper) => Promise<Uint8Array>
  /** The code that leads to the document, printed under a receipt. */
  readonly renderPageCodePdf: (code: PageCodePaper) => Promise<Uint8Array>
  readonly renderTestPagePdf: (page: TestPagePaper) => Promise<Uint8Array>
}

/**
 * Loads the fonts once (about 10 ms); the functions share them and keep nothing else between calls.
 */
export function createPaperRenderer({ fontsDir }: { readonly fontsDir: string }): PaperRenderer {
  const fonts = loadPaperFonts(fontsDir)
  return {
    renderReceiptPdf: async (paper) => {
      const stamp =
        paper.tedXml === null ? null : encodeStamp(latin1Bytes(paper.tedXml), paper.widthMm)
      const graphics = {
        stamp: stamp === null ? null : arrangeStamp(stamp, paper.widthMm),
        logo: paper.issuer.logo === null ? null : await readLogo(paper.issuer.logo),
      }
      const drawing = layoutReceipt(paper, graphics, fonts.measure)
      const title = `${paper.documentName} N° ${paper.folio}`
      return writePdf(drawing, fonts, { title, createdAt: noonOf(paper.date) })
    },
    renderSlipPdf: async (slip) => {
      const drawing = layoutSlip(
        slip,
        encodeQr(slip.externalReference),
        fonts.measure,
        slip.page === undefined ? null : encodeQr(slip.page),
      )
      const title = `Comprobante de venta ${slip.externalReference}`
      return writePdf(drawing, fonts, { title, createdAt: soldAtDate(slip.soldAt) })
    },
    renderBannerPdf: async (banner) => {
      const drawing = layoutBanner(banner, fonts.measure)
      return writePdf(drawing, fonts, { title: banner.text, createdAt: UNDATED })
    },
    renderLetterheadPdf: async (letterhead) => {
      const dots = letterhead.logo === null ? null : await readLogo(letterhead.logo)
      return writePdf(layoutLetterhead(letterhead, dots, fonts.measure), fonts, {
        title: 'Membrete',
        createdAt: UNDATED,
      })
    },
    renderReportPdf: async (report) =>
      writePdf(layoutReport(report, fonts.measure), fonts, {
        title: `${report.heading} ${report.title}`,
        createdAt: noonOf(report.date),
      }),
    renderLabelsPdf: async (labels) =>
      writePdf(layoutLabels(labels, encodeBars, fonts.measure), fonts, {
        title: 'Etiquetas',
        createdAt: UNDATED,
      }),
    renderPageCodePdf: async (code) =>
      writePdf(layoutPageCode(code, encodeQr(code.page), fonts.measure), fonts, {
        title: 'Documento en el teléfono',
        createdAt: UNDATED,
      }),
    renderTestPagePdf: async (page) => {
      const widthMm = stampLayoutOn(page)
      const stamp = arrangeStamp(encodeStamp(latin1Bytes(TEST_STAMP_TEXT), widthMm), widthMm)
      return writePdf(layoutTestPage(page, stamp, fonts.measure), fonts, {
        title: 'Página de prueba',
        createdAt: UNDATED,
      })
    },
  }
}

/**
 * The bytes that were signed. Another character would become a wrong byte in silence, and the stamp
 * void.
 */
function latin1Bytes(tedXml: string): Uint8Array {
  const bytes = Buffer.from(tedXml, 'latin1')
  assert(bytes.toString('latin1') === tedXml, 'the stamp has a character outside ISO-8859-1')
  return bytes
}

/** Creation date of paper that carries no date of its own. */
const UNDATED = new Date('2000-01-01T00:00:00Z')

/** The day of `DD-MM-YYYY HH:MM`. */
function soldAtDate(soldAt: string): Date {
  const day = printedDay(soldAt)
  return day === null ? UNDATED : noonOf(day)
}
