/** Its receipts as PDF: plain, with a stamp that names type, folio and total. */
import bwipjs from 'bwip-js/node'
import PDFDocument from 'pdfkit'
import type { Issued } from './ledger.ts'

const POINTS_PER_MM = 72 / 25.4
const PAPER_HEIGHT_MM = 120

export async function drawReceipt(
  { type, folio, total, date }: Issued,
  widthMm: number,
): Promise<Buffer> {
  // The types of the library leave out the options of single codes.
  const options = {
    bcid: 'pdf417',
    columns: 10,
    eclevel: 5,
    scale: 4,
    rowmult: 3,
    rotate: widthMm < 80 ? ('R' as const) : ('N' as const),
    text:
      `<TED version="1.0"><DD><RE>76192083-9</RE><TD>${type}</TD><F>${folio}</F><FE>${date}</FE><RR>66666666-6</RR>` +
      `<RSR>X</RSR><MNT>${total}</MNT><IT1>Varios</IT1></DD><FRMT algoritmo="SHA1withRSA">FOREIGN</FRMT></TED>`,
  }
  const stamp = await bwipjs.toBuffer(options)
  const pdf = new PDFDocument({
    size: [widthMm * POINTS_PER_MM, PAPER_HEIGHT_MM * POINTS_PER_MM],
    margin: 12,
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<void>((resolve) => pdf.once('end', () => resolve()))
  pdf
    .fontSize(12)
    .text(`DOCUMENTO ${type}`)
    .text(`N° ${folio}`)
    .text(date)
    .text(`TOTAL $ ${total}`)
    .moveDown()
  pdf.image(stamp, { fit: [(widthMm - 12) * POINTS_PER_MM, 80 * POINTS_PER_MM] })
  pdf.end()
  await done
  return Buffer.concat(chunks)
}
