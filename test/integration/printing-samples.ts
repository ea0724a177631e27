/**
 * PDFs as a receipt service makes them, drawn here with pdfkit, so that printing is tested without
 * the paper room.
 */
import { createCanvas } from '@napi-rs/canvas'
import bwipjs from 'bwip-js/node'
import PDFDocument from 'pdfkit'
import type { PaperWidthMm } from '#shared/paper/paper-model.ts'

const MM = 72 / 25.4
/** Modules of the stamp are two dots of 1/8 mm. */
const MODULE_MM = 0.25

export interface SampleOptions {
  readonly widthMm: PaperWidthMm
  readonly lines: number
  /** Bytes of the stamp; null draws none. */
  readonly stamp: string | null
  /** Page width, default the printable 48 or 72 mm. */
  readonly pageWidthMm?: number
  readonly pages?: number
  readonly userPassword?: string
  readonly javaScript?: boolean
  /** A photograph of smooth greys, 40 mm square, below the heading. */
  readonly photograph?: boolean
  /** Rules out most of the stamp, as a spot of grease does. */
  readonly spoilsStamp?: boolean
  /** Fills of the whole page, which pack into next to nothing and take for ever to draw. */
  readonly fills?: number
  /** Draws nothing at all. */
  readonly isBlank?: boolean
  /** Rules across the whole page, margin to margin, as office pages have. */
  readonly fullWidth?: boolean
}

/**
 * A stamp of the usual size: what the tax office's form asks for, with signatures of the usual
 * length.
 */
export function sampleTed(folio: number, totalClp = 15_990): string {
  const base64 = (length: number, seed: number): string =>
    Array.from({ length }, (_, index) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.charAt(
        (index * 37 + seed * 11 + index * index) % 64,
      ),
    ).join('')
  return (
    '<TED version="1.0"><DD><RE>76192083-9</RE><TD>39</TD>' +
    `<F>${folio}</F><FE>2026-11-20</FE>` +
    `<RR>66666666-6</RR><RSR>Sin RUT</RSR><MNT>${totalClp}</MNT>` +
    '<IT1>Pan amasado, kilo</IT1><CAF version="1.0"><DA>' +
    '<RE>76192083-9</RE><RS>ALMACEN LA ESQUINA SPA</RS><TD>39</TD><RNG><D>1</D><H>5000</H></RNG><FA>2026-01-02</FA>' +
    `<RSAPK><M>${base64(86, folio)}==</M><E>Aw==</E></RSAPK><IDK>666</IDK></DA><FRMA algoritmo="SHA1withRSA">` +
    `${base64(86, folio + 1)}==</FRMA></CAF><TSTED>2026-11-20T10:15:00</TSTED></DD>` +
    `<FRMT algoritmo="SHA1withRSA">${base64(86, folio + 2)}==</FRMT></TED>`
  )
}

export async function samplePdf(options: SampleOptions): Promise<Uint8Array> {
  const printableMm = options.widthMm === 58 ? 48 : 72
  const pageWidthMm = options.pageWidthMm ?? printableMm
  const heightMm = 60 + options.lines * 8 + (options.stamp === null ? 0 : 75)
  const stamp =
    options.stamp === null ? null : await stampPng(options.stamp, options.widthMm === 58)
  const document = new PDFDocument({
    autoFirstPage: false,
    ...(options.userPassword === undefined ? {} : { userPassword: options.userPassword }),
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => document.on('end', resolve))
  for (let page = 0; page < (options.pages ?? 1); page += 1) {
    document.addPage({ size: [pageWidthMm * MM, heightMm * MM], margin: 0 })
    if (options.isBlank !== true)
      drawPage(document, options, { leftMm: (pageWidthMm - printableMm) / 2, printableMm, stamp })
    if (options.fullWidth === true)
      document.rect(10 * MM, 2 * MM, (pageWidthMm - 20) * MM, MM).fill('black')
  }
  if (options.photograph === true)
    document.image(smoothGreys(), 10 * MM, 20 * MM, { width: 40 * MM, height: 40 * MM })
  if (options.javaScript === true) {
    const catalog = (document as unknown as { _root: { data: Record<string, unknown> } })._root
    catalog.data['OpenAction'] = { S: 'JavaScript', JS: new String('app.alert("x")') }
  }
  document.end()
  await ended
  return new Uint8Array(Buffer.concat(chunks))
}

/** Grey from white in one corner to black in the other. */
function smoothGreys(): Buffer {
  const canvas = createCanvas(200, 200)
  const context = canvas.getContext('2d')
  const shades = context.createLinearGradient(0, 0, 200, 200)
  shades.addColorStop(0, 'white')
  shades.addColorStop(1, 'black')
  context.fillStyle = shades
  context.fillRect(0, 0, 200, 200)
  return canvas.toBuffer('image/png')
}

interface Place {
  readonly leftMm: number
  readonly printableMm: number
  readonly stamp: {
    readonly png: Buffer
    readonly widthMm: number
    readonly heightMm: number
  } | null
}

function drawPage(
  document: PDFKit.PDFDocument,
  options: SampleOptions,
  { leftMm, printableMm, stamp }: Place,
): void {
  const left = leftMm * MM
  const width = printableMm * MM
  document
    .font('Helvetica-Bold')
    .fontSize(11)
    .text('BOLETA ELECTRÓNICA', left, 4 * MM, { width, align: 'center' })
  document
    .font('Helvetica')
    .fontSize(8)
    .text('Almacén La Esquina SpA · Ñuñoa', { width, align: 'center' })
  for (let line = 0; line < options.lines; line += 1) {
    const y = (20 + line * 8) * MM
    document.text(`Producto de muestra ${line + 1}`, left + MM, y, {
      width: width - 22 * MM,
      lineBreak: false,
    })
    document.text(`$${(line + 1) * 990}`, left, y, { width: width - MM, align: 'right' })
  }
  if (options.fills !== undefined)
    document.addContent('0 0 m 226 300 l 0 300 l 113 10 l f\n'.repeat(options.fills))
  if (stamp === null) return
  const x = left + ((printableMm - stamp.widthMm) / 2) * MM
  const y = (40 + options.lines * 8) * MM
  const [stampWidth, stampHeight] = [stamp.widthMm * MM, stamp.heightMm * MM]
  document.image(stamp.png, x, y, { width: stampWidth, height: stampHeight })
  if (options.spoilsStamp === true) {
    document
      .rect(x + stampWidth * 0.3, y + stampHeight * 0.3, stampWidth * 0.45, stampHeight * 0.45)
      .fill('black')
  }
}

/**
 * Twelve columns: 68 mm across the 80 mm paper, turned a quarter on 58 mm where that is wider than
 * the head.
 */
async function stampPng(text: string, turned: boolean): Promise<NonNullable<Place['stamp']>> {
  const options = {
    bcid: 'pdf417',
    text,
    columns: 12,
    eclevel: 5,
    binarytext: true,
    scale: 1,
    rowmult: 2,
  }
  // The package's types know neither the options of single symbologies nor that a promise is all it
  // returns.
  const draw = bwipjs.toBuffer as unknown as (options: object) => Promise<Buffer>
  const png = await draw({ ...options, ...(turned ? { rotate: 'R' } : {}) })
  const [widthPx, heightPx] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  return { png, widthMm: widthPx * MODULE_MM, heightMm: heightPx * MODULE_MM }
}
