/** Codes as matrices of modules, encoded by bwip-js. */
import bwipjs from 'bwip-js/node'
import { checkDigitOf } from '#shared/catalogue/decide-product.ts'
import { assert } from '#shared/core/result.ts'
import type { ModuleMatrix } from '#shared/paper/drawing.ts'
import type { PaperWidthMm } from '#shared/paper/paper-model.ts'
import {
  stampColumns,
  STAMP_BYTES_MAX,
  STAMP_ERROR_LEVEL,
} from '#shared/paper/stamp-arrangement.ts'
import { createPdf417, type SymbolForm } from './pdf417.ts'

/**
 * 928 codewords less 64 of error correction, the length and the latch, at five codewords for six
 * bytes.
 */
const BYTE_COMPACTION_BYTES_MAX = 1_034

/**
 * PDF417 of a stamp for paper of a width, in byte compaction, one row of cells per symbol row. Byte
 * compaction is what stamps are customarily printed in, and three times faster than letting the
 * encoder search for the densest mix of modes. Only a stamp too long for it (names full of escaped
 * characters) is compacted automatically: better a denser symbol than none. Throws for stamps
 * beyond what the symbology holds at error level 5.
 */
export function encodeStamp(tedBytes: Uint8Array, widthMm: PaperWidthMm): ModuleMatrix {
  return encodeStampIn(tedBytes, (dataCodewords) => stampColumns(dataCodewords, widthMm))
}

/** The same in as many columns as the caller says, for measurements. */
export function encodeStampIn(
  tedBytes: Uint8Array,
  columnsOf: (dataCodewords: number) => number,
): ModuleMatrix {
  assert(
    tedBytes.length > 0 && tedBytes.length <= STAMP_BYTES_MAX,
    `a stamp of ${tedBytes.length} bytes`,
  )
  const options = { bcid: 'pdf417', eclevel: STAMP_ERROR_LEVEL, fixedeclevel: true, rowmult: 1 }
  if (tedBytes.length > BYTE_COMPACTION_BYTES_MAX) {
    return matrixOf({
      ...options,
      columns: columnsOf(Infinity),
      text: Buffer.from(tedBytes).toString('latin1'),
      binarytext: true,
    })
  }
  const codewords = byteCompaction(tedBytes)
  const form = { columns: columnsOf(codewords.length), errorLevel: STAMP_ERROR_LEVEL }
  return drawSymbol(codewords, form) ?? drawByLibrary(codewords, form)
}

/** The symbol as bwip-js draws it. Throws when the codewords do not fit it. */
export function drawByLibrary(
  codewords: readonly number[],
  { columns, errorLevel }: SymbolForm,
): ModuleMatrix {
  const text = codewords.map((codeword) => `^${String(codeword).padStart(3, '0')}`).join('')
  const options = { bcid: 'pdf417', eclevel: errorLevel, fixedeclevel: true, rowmult: 1 }
  return matrixOf({ ...options, columns, text, raw: true })
}

const drawSymbol = createPdf417(drawByLibrary)

/** QR code of a short text, error level M. */
export function encodeQr(text: string): ModuleMatrix {
  return matrixOf({ bcid: 'qrcode', text, eclevel: 'M' })
}

/**
 * The bars of a product's code, one row of cells: EAN or UPC where its check digit fits, Code 128
 * for a code of the shop's own.
 */
export function encodeBars(code: string): ModuleMatrix {
  const bcid = checkDigitOf(code)?.isRight === true ? EAN_OF_LENGTH[code.length] : undefined
  const [symbol] = bwipjs.raw({ bcid: bcid ?? 'code128', text: code })
  assert(symbol !== undefined && 'sbs' in symbol, `bwip-js drew no bars for ${code}`)
  // Widths in modules, a bar first and then a space.
  const cells = symbol.sbs.flatMap((width, at) =>
    Array.from({ length: width }, () => (at % 2 === 0 ? 1 : 0)),
  )
  return { columns: cells.length, rows: 1, cells: Uint8Array.from(cells) }
}

const EAN_OF_LENGTH: Readonly<Record<number, string>> = { 8: 'ean8', 12: 'upca', 13: 'ean13' }

const LATCH_BYTES = 901
const LATCH_BYTES_MULTIPLE_OF_SIX = 924

/**
 * ISO/IEC 15438 5.4.3: six bytes become five base-900 digits; the one to five bytes left over stand
 * as they are.
 */
function byteCompaction(bytes: Uint8Array): number[] {
  const codewords = [bytes.length % 6 === 0 ? LATCH_BYTES_MULTIPLE_OF_SIX : LATCH_BYTES]
  const wholeGroups = Math.floor(bytes.length / 6)
  for (let group = 0; group < wholeGroups; group += 1) {
    // Six bytes are 48 bits, so the value is an exact number.
    let value = 0
    for (const byte of bytes.subarray(group * 6, group * 6 + 6)) value = value * 256 + byte
    const digits: number[] = []
    for (let digit = 0; digit < 5; digit += 1) {
      digits.unshift(value % 900)
      value = Math.floor(value / 900)
    }
    codewords.push(...digits)
  }
  codewords.push(...bytes.subarray(wholeGroups * 6))
  return codewords
}

/** The symbol options bwip-js passes on to the encoder, which its types leave out. */
interface SymbolOptions {
  readonly bcid: string
  readonly text: string
  readonly columns?: number
  readonly eclevel?: number | string
  readonly fixedeclevel?: boolean
  readonly rowmult?: number
  readonly raw?: boolean
  readonly binarytext?: boolean
}

function matrixOf(options: SymbolOptions): ModuleMatrix {
  const [symbol] = bwipjs.raw({ ...options })
  assert(symbol !== undefined && 'pixs' in symbol, `bwip-js drew no matrix for ${options.bcid}`)
  return { columns: symbol.pixx, rows: symbol.pixy, cells: Uint8Array.from(symbol.pixs) }
}
