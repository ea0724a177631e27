import { createCanvas } from '@napi-rs/canvas'
import { formatClp } from '#shared/money/clp.ts'
import { SHOP } from './memory-shop.ts'
import type { PaperView, ReceiptDetail } from '#shared/receipts/views.ts'

const PAPER_DOTS = 576

const TITLES: Readonly<Record<string, string>> = {
  '61': 'NOTA DE CRÉDITO ELECTRÓNICA',
  '56': 'NOTA DE DÉBITO ELECTRÓNICA',
}

/**
 * Not the printed page, only something with its proportions: the real one comes from the printing
 * room's own tests.
 */
export function drawPaper(receipt: ReceiptDetail, kind: PaperView['kind']): Buffer {
  const canvas = createCanvas(PAPER_DOTS, 420 + receipt.lines.length * 34)
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  const write = (
    text: string,
    y: number,
    font: string,
    align: 'left' | 'right' | 'center' = 'left',
  ) => {
    context.font = font
    context.textAlign = align
    context.fillText(
      text,
      align === 'left' ? 16 : align === 'right' ? PAPER_DOTS - 16 : PAPER_DOTS / 2,
      y,
    )
  }
  write(SHOP.tradeName, 48, 'bold 34px sans-serif', 'center')
  write(
    kind === 'slip'
      ? 'COMPROBANTE PROVISORIO'
      : (TITLES[receipt.documentType] ?? 'BOLETA ELECTRÓNICA'),
    104,
    'bold 28px sans-serif',
    'center',
  )
  write(
    receipt.folio === null
      ? 'No es la boleta'
      : `N° ${receipt.folio}${kind === 'copy' ? ' COPIA' : ''}`,
    144,
    '26px sans-serif',
    'center',
  )
  receipt.lines.forEach((line, index) => {
    write(line.name.slice(0, 28), 210 + index * 34, '24px sans-serif')
    write(formatClp(line.grossClp), 210 + index * 34, '24px sans-serif', 'right')
  })
  const foot = 250 + receipt.lines.length * 34
  write('TOTAL', foot, 'bold 32px sans-serif')
  write(formatClp(receipt.totalClp), foot, 'bold 32px sans-serif', 'right')
  context.fillRect(60, foot + 40, PAPER_DOTS - 120, 90)
  return canvas.toBuffer('image/png')
}
