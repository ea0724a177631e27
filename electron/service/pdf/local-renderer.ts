/**
 * Renders in the calling thread. The worker uses it, and so do tests and tools that need no second
 * thread.
 */
import { noonOf, printDate } from '#shared/time/calendar.ts'
import { arrangeStamp } from '#shared/paper/stamp-arrangement.ts'
import { encodeQr, encodeStamp } from '../../paper/codes.ts'
import { readLogo } from '../../paper/logo.ts'
import { loadPaperFonts } from '../../paper/paper-fonts.ts'
import { createPaperRenderer } from '../../paper/paper-renderer.ts'
import { writePdf } from '../../paper/pdf-writer.ts'
import { layoutDocument } from './document-layout.ts'
import type { PdfRenderer } from '../parts/renderer.ts'

export function createLocalRenderer(fontsDir: string): PdfRenderer {
  const receipts = createPaperRenderer({ fontsDir })
  const fonts = loadPaperFonts(fontsDir)
  return {
    receipt: (paper) => receipts.renderReceiptPdf(paper),
    document: async (paper) => {
      const stamp =
        paper.tedXml === null
          ? null
          : encodeStamp(Buffer.from(paper.tedXml, 'latin1'), paper.widthMm)
      const graphics = {
        stamp: stamp === null ? null : arrangeStamp(stamp, paper.widthMm),
        qr: paper.qrText === null ? null : encodeQr(paper.qrText),
        logo: paper.issuer.logo === null ? null : await readLogo(paper.issuer.logo),
      }
      const title = `${paper.documentName} ${paper.number}`
      return writePdf(layoutDocument(paper, graphics, fonts.measure), fonts, {
        title,
        createdAt: dateOf(paper.date),
      })
    },
    close: () => Promise.resolve(),
  }
}

/** Noon of `DD-MM-YYYY`: the same document always gives the same bytes. */
function dateOf(text: string): Date {
  return noonOf(printDate(text))
}
